import { setTimeout as sleep } from 'node:timers/promises';
import type { KillPoint } from './kill-point';
import type { ServiceUnderFire } from './service-under-fire';

/**
 * How long a started process may run before its kill point is considered not reached, in
 * milliseconds.
 */
const AFTERMATH_MS = 3_000;

/**
 * Starts a process that is killed at one of the calls during its start or its first sweeps.
 * @returns whether the process was killed.
 */
export async function killStart(service: ServiceUnderFire, point: KillPoint): Promise<boolean> {
  const started = await service.start({ point }).catch((error: Error) => {
    if (!error.message.includes('before it was ready')) throw error;
  });
  if (!started) return true;
  const died = new Promise<boolean>((resolve) => started.program.child.once('exit', () => resolve(true)));
  if (started.program.child.signalCode !== null) return true;
  const hit = await Promise.race([died, sleep(AFTERMATH_MS, false, { ref: false })]);
  await started.program.kill();
  return hit;
}
