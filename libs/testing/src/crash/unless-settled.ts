import { until } from '../until';
import { SETTLING_MS } from './write-path';

/** Describes what is wrong when a condition does not hold after the time that recovery from a kill may take. */
export function unlessSettled(
  isRight: () => boolean | Promise<boolean>,
  fault: () => string | Promise<string>,
): Promise<string[]> {
  return until(isRight, SETTLING_MS).then(
    () => [],
    async () => [await fault()],
  );
}
