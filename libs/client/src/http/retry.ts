import type { KeyhavenError } from './keyhaven-error';

export interface RetryOptions {
  /**
   * The number of attempts, including the first. `Infinity` retries temporary errors without end.
   * Five successes in a row that are not from this API always end the attempts. Default: 5.
   */
  attempts?: number;
  /**
   * The longest pause before the second attempt, in milliseconds. The limit doubles with each
   * attempt. Default: 500.
   */
  firstPauseMs?: number;
  /**
   * The longest pause, in milliseconds. If `Retry-After` asks for a longer pause, the client does not retry and throws
   * the error. With infinite `attempts`, the client waits as long as asked, up to five minutes. Default: 60,000.
   */
  longestPauseMs?: number;
}

export const DEFAULT_RETRY = { attempts: 5, firstPauseMs: 500, longestPauseMs: 60_000 };

/**
 * Statuses of temporary errors. 0 means no response, or a success that is not from this API. The request was not carried
 * out, or may be repeated with the same Idempotency-Key.
 */
const TEMPORARY_STATUSES = [0, 408, 429, 502, 503, 504];

/**
 * After this many successes in a row that are not from this API, such as the page of a proxy, a request fails whatever its
 * number of attempts is. The address is probably wrong.
 */
export const MOST_FOREIGN_SUCCESSES = 5;

/** Whether a response was a success, but not from this API. */
export function isForeignSuccess({ status, code }: KeyhavenError): boolean {
  return status === 0 && code === 'unexpected_answer';
}

/** With infinite `attempts`, the longest pause that `Retry-After` can cause, in milliseconds. */
const LONGEST_PERSISTENT_MS = 300_000;

/**
 * The longest random time that is added to `Retry-After`, in milliseconds. Without such a time, all programs that got
 * the same response would send again at the same moment.
 */
const JITTER_AFTER_RETRY_AFTER_MS = 500;

/**
 * Returns the pause before the next attempt, in milliseconds; undefined if the request should not
 * be retried.
 * @param attempt the number of the attempt that failed, from 1.
 * @param random a number from 0 to 1.
 */
export function pauseBeforeRetry(
  error: KeyhavenError,
  attempt: number,
  options: Required<RetryOptions>,
  random: number,
): number | undefined {
  // Check the status: a response that is not from the platform, such as the 502 of a proxy, has no code of its own.
  if (attempt >= options.attempts || !TEMPORARY_STATUSES.includes(error.status)) return undefined;
  if (error.retryAfterSeconds !== undefined) {
    const jitter = random * JITTER_AFTER_RETRY_AFTER_MS;
    const asked = error.retryAfterSeconds * 1000;
    if (asked <= options.longestPauseMs) return asked + jitter;
    return options.attempts === Infinity ? Math.min(asked, LONGEST_PERSISTENT_MS) + jitter : undefined;
  }
  return random * Math.min(options.firstPauseMs * 2 ** (attempt - 1), options.longestPauseMs);
}

/**
 * Parses a Retry-After header, which contains seconds or a date.
 * @returns seconds from now, at least 0; undefined if the header is missing or invalid.
 */
export function parseRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now.getTime()) / 1000);
}
