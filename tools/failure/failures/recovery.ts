import { setTimeout as sleep } from 'node:timers/promises';

/** How long a recovery may take, in milliseconds. */
export const RECOVERY_MS = 180_000;

/** Returns the seconds until a recovery is done; undefined if it fails or takes too long. */
export async function secondsUntil(done: Promise<unknown>): Promise<number | undefined> {
  const begun = performance.now();
  const recovery = done.then(
    () => (performance.now() - begun) / 1000,
    () => undefined,
  );
  const tooLong = sleep(RECOVERY_MS, undefined, { ref: false });
  return Promise.race([recovery, tooLong]);
}
