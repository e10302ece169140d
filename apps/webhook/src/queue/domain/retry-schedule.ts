const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The delays after failed attempts, in milliseconds. Together they take three days. If the last attempt fails, the
 * delivery is dead.
 */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/**
 * Each delay is increased at random by up to this fraction, so that deliveries that failed together
 * are not retried together.
 */
const JITTER = 0.1;
/** The maximum Retry-After that is respected, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR;

/**
 * After this number of consecutive failures, an endpoint gets only one attempt at a time, with a pause before each
 * attempt.
 */
export const FAILING_AFTER = 5;
const FIRST_PAUSE_MS = SECOND;
const MAX_PAUSE_MS = 5 * MINUTE;
/** If all attempts to an endpoint have failed for this long, in milliseconds, the endpoint is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;
/**
 * The longest wait between two attempts is 24 hours and 10 %. So if an endpoint had no failure for this time, in
 * milliseconds, no retry of an earlier failure is pending any more.
 */
export const SERIES_ENDS_MS = 27 * HOUR;

/**
 * Returns the delay after a failed attempt, in milliseconds. Returns undefined if the delivery is dead.
 * @param tries the number of attempts since the delivery was enqueued or replayed, including the failed one.
 * @param random a number from 0 to 1.
 */
export function retryDelayMs(tries: number, random: number, retryAfterMs = 0): number | undefined {
  const delay = RETRY_DELAYS_MS[tries - 1];
  if (delay === undefined) return undefined;
  return Math.max(delay * (1 + random * JITTER), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/**
 * Returns the pause of an endpoint after this number of consecutive failures, in milliseconds.
 * @param random a number from 0 to 1.
 */
export function pauseMs(failures: number, random: number, retryAfterMs = 0): number {
  const doublings = failures - FAILING_AFTER;
  const pause = doublings < 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** Math.min(doublings, 20), MAX_PAUSE_MS);
  return Math.max(pause * (1 + random * JITTER), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}
