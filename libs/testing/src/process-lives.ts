/** Whether a process of this machine lives, by its id. */
export function processLives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
