import fc from 'fast-check';
import { FAILING_AFTER, MAX_RETRY_AFTER_MS, pauseMs, RETRY_DELAYS_MS, retryDelayMs } from './retry-schedule';

const HOUR = 3600_000;
const random = fc.double({ min: 0, max: 1, noNaN: true });

describe('the retry schedule of a delivery', () => {
  it('ends after three days in total', () => {
    const days = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0) / (24 * HOUR);
    expect(days).toBeGreaterThanOrEqual(2.9);
    expect(days).toBeLessThan(3.1);
    expect(retryDelayMs(RETRY_DELAYS_MS.length, 0)).toBe(24 * HOUR);
    expect(retryDelayMs(RETRY_DELAYS_MS.length + 1, 0)).toBeUndefined();
  });

  it('waits at least the scheduled delay after each attempt, and at most 10% longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: RETRY_DELAYS_MS.length }), random, (tries, chance) => {
        const delay = retryDelayMs(tries, chance)!;
        expect(delay).toBeGreaterThanOrEqual(RETRY_DELAYS_MS[tries - 1]!);
        expect(delay).toBeLessThanOrEqual(RETRY_DELAYS_MS[tries - 1]! * 1.1);
      }),
    );
  });

  it('waits at least as long as Retry-After says, up to a day', () => {
    expect(retryDelayMs(1, 0, 60_000)).toBe(60_000);
    expect(retryDelayMs(6, 0, 60_000)).toBe(HOUR);
    expect(retryDelayMs(1, 0, 40 * 24 * HOUR)).toBe(MAX_RETRY_AFTER_MS);
  });
});

describe('the pause of an endpoint', () => {
  it('begins after five failures, and doubles up to five minutes', () => {
    expect(pauseMs(FAILING_AFTER - 1, 0)).toBe(0);
    expect(pauseMs(FAILING_AFTER, 0)).toBe(1000);
    expect(pauseMs(FAILING_AFTER + 3, 0)).toBe(8000);
    expect(pauseMs(FAILING_AFTER + 1000, 0)).toBe(300_000);
  });

  it('is at least as long as the Retry-After of the response', () => {
    expect(pauseMs(1, 0.5, 30_000)).toBe(30_000);
  });
});
