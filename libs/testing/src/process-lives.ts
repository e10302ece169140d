import { readFileSync } from 'node:fs';

/** Whether a process of this machine lives, by its id. One that ended and that nobody has waited for does not. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

/** Linux tells in `/proc`; where there is none, the first process waits for all that nobody else waits for. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}
