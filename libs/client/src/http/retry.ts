import type { KeyhavenError } from './keyhaven-error';

export interface RetryOptions {
  /** The number of attempts, including the first. `Infinity` never gives up after temporary errors. Default: 5. */
  attempts?: number;
  /** The longest pause before the second attempt, in milliseconds. It doubles with each attempt. Default: 500. */
  firstPauseMs?: number;
  /**
   * The longest pause, in milliseconds. If `Retry-After` asks for a longer one, the error is thrown instead; with infinite
   * `attempts`, the client waits for it, but not longer than five minutes. Default: 60,000.
   */
  longestPauseMs?: number;
}

export const DEFAULT_RETRY = { attempts: 5, firstPauseMs: 500, longestPauseMs: 60_000 };

/** Requests with these errors were not carried out, or may be repeated with the same Idempotency-Key. */
const TEMPORARY_STATUSES = [0, 408, 429, 502, 503, 504];

/** The longest pause that `Retry-After` can ask of a request that never gives up, in milliseconds. */
const LONGEST_PERSISTENT_MS = 300_000;

/** Added to `Retry-After`, so that programs that got the same answer do not all return at the same moment. */
const JITTER_AFTER_RETRY_AFTER_MS = 500;

/**
 * Returns the pause before the next attempt, in milliseconds; undefined if there should be none.
 * @param attempt the number of the attempt that failed, from 1.
 * @param random a number from 0 to 1.
 */
export function pauseBeforeRetry(
  error: KeyhavenError,
  attempt: number,
  options: Required<RetryOptions>,
  random: number,
): number | undefined {
  // An answer that is not from the platform, such as the 502 of a proxy, has a status but no code.
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
 * Parses a Retry-After header: seconds, or a date. @returns seconds from now, at least 0; undefined if there is no valid
 * header.
 */
export function parseRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now.getTime()) / 1000);
}
