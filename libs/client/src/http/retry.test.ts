import fc from 'fast-check';
import { KeyhavenError } from './keyhaven-error';
import { DEFAULT_RETRY, parseRetryAfter, pauseBeforeRetry } from './retry';

const errorOf = (status: number, retryAfterSeconds?: number) =>
  new KeyhavenError({ status, code: 'unavailable', messages: [], method: 'GET', path: '/', retryAfterSeconds });
const random = fc.double({ min: 0, max: 1, noNaN: true });

describe('the pause before a retry', () => {
  it('is never longer than the limit, and never shorter than Retry-After', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), random, fc.option(fc.nat(200)), (attempt, chance, seconds) => {
        const pause = pauseBeforeRetry(errorOf(503, seconds ?? undefined), attempt, DEFAULT_RETRY, chance);
        if (seconds === null) {
          expect(pause).toBeLessThanOrEqual(DEFAULT_RETRY.firstPauseMs * 2 ** (attempt - 1));
        } else if (seconds * 1000 > DEFAULT_RETRY.longestPauseMs) expect(pause).toBeUndefined();
        else expect(pause).toBeGreaterThanOrEqual(seconds * 1000);
      }),
    );
  });

  it('is as long as Retry-After says, up to five minutes, if the number of attempts is infinite', () => {
    const persistent = { attempts: Infinity, firstPauseMs: 500, longestPauseMs: 30_000 };
    const pauses = [31, 60, 3600, 1e9].map((seconds) => pauseBeforeRetry(errorOf(429, seconds), 1000, persistent, 0));
    expect(pauses).toEqual([31_000, 60_000, 300_000, 300_000]);
  });

  it('exists only for status codes of temporary errors', () => {
    const statuses = [0, 400, 401, 404, 408, 409, 410, 412, 422, 429, 500, 502, 503, 504];
    const repeated = statuses.filter(
      (status) => pauseBeforeRetry(errorOf(status), 1, DEFAULT_RETRY, 0.5) !== undefined,
    );
    expect(repeated).toEqual([0, 408, 429, 502, 503, 504]);
  });
});

describe('parseRetryAfter', () => {
  const now = new Date('2026-07-01T00:00:00Z');
  it.each([
    ['7', 7],
    ['Wed, 01 Jul 2026 00:00:30 GMT', 30],
    ['Tue, 30 Jun 2026 00:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('parses the header %s; the result in seconds is %s', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds);
  });
});
