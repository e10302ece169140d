import { until } from '../until';
import { SETTLING_MS } from './write-path';

/**
 * Waits until a condition holds. If it does not hold within the time that the recovery from a kill
 * may take, returns the fault.
 */
export function unlessSettled(
  isRight: () => boolean | Promise<boolean>,
  fault: () => string | Promise<string>,
): Promise<string[]> {
  return until(isRight, SETTLING_MS).then(
    () => [],
    async () => [await fault()],
  );
}
