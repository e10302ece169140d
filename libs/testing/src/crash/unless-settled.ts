import { until } from '../until';
import { SETTLING_MS } from './write-path';

/**
 * Waits until a condition holds. If the condition does not hold within SETTLING_MS, returns the
 * fault.
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
