import type { PostOutcome } from './post-webhook';

export type Verdict =
  { kind: 'delivered' } | { kind: 'gone'; error: string } | { kind: 'failed'; error: string; retryAfterMs: number };

/**
 * Decides what happens after an attempt. A 2xx is a success. A 410 disables all subscriptions of the endpoint. Any
 * other outcome is a failure, and the delivery is retried. This includes redirects, which are not followed because only
 * the subscribed URL was checked. The pause before the retry respects Retry-After.
 */
export function judgeOutcome(outcome: PostOutcome, now: Date): Verdict {
  if (outcome.statusCode === null) return { kind: 'failed', error: outcome.failure, retryAfterMs: 0 };
  const { statusCode } = outcome;
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' };
  if (statusCode === 410) return { kind: 'gone', error: 'the endpoint answered 410' };
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const error = `the endpoint answered ${statusCode}${isRedirect ? '; redirects are not followed' : ''}`;
  return { kind: 'failed', error, retryAfterMs: parseRetryAfter(outcome.retryAfter, now) };
}

/** Parses Retry-After: a number of seconds or a date (RFC 9110). Returns 0 for anything else. */
function parseRetryAfter(value: string | undefined, now: Date): number {
  if (value === undefined) return 0;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? 0 : Math.max(0, instant - now.getTime());
}
