import { until } from '../until';
import { SETTLING_MS } from './write-path';

/** What is wrong, in words, when something does not come to hold although all that a kill left had its time to be done. */
export function unlessSettled(
  isRight: () => boolean | Promise<boolean>,
  fault: () => string | Promise<string>,
): Promise<string[]> {
  return until(isRight, SETTLING_MS).then(
    () => [],
    async () => [await fault()],
  );
}
