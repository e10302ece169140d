import { readFileSync } from 'node:fs';

/** Whether a process on this machine is running. A zombie process does not count as running. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return processState(pid) !== 'Z';
}

/**
 * The state of a process as Linux shows it in `/proc`, such as `T` for stopped and `Z` for zombie.
 * Undefined if the process has ended. Also undefined on systems other than Linux. There, no zombies
 * remain, because the init process reaps all orphans.
 */
export function processState(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program comes before the state, in parentheses, and may contain any character.
    return stat.at(stat.lastIndexOf(')') + 2);
  } catch {
    return undefined;
  }
}
