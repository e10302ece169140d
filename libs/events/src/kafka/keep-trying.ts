import { setTimeout as sleep } from 'node:timers/promises';
import { isLasting } from './failure';

const FIRST_DELAY_MS = 50;
const LAST_DELAY_MS = 1000;

/**
 * Repeats the work until it succeeds. Throws the last error if that error is permanent, or if the
 * next attempt would start more than `forMs` after the first attempt.
 */
export async function keepTrying<Result>(
  work: () => Promise<Result>,
  forMs: number,
  onRetry: (error: unknown, delayMs: number) => void,
): Promise<Result> {
  const end = Date.now() + forMs;
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, LAST_DELAY_MS)) {
    try {
      return await work();
    } catch (error) {
      if (isLasting(error) || Date.now() + delay >= end) throw error;
      onRetry(error, delay);
      await sleep(delay);
    }
  }
}
