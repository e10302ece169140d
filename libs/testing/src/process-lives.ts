import { readFileSync } from 'node:fs';

/** Whether a process on this machine is alive. A zombie is not. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

/** Linux shows zombies in `/proc`. On other systems, the init process reaps all orphans. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}
