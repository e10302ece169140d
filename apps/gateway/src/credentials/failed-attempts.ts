import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Attempts are counted over this many seconds. */
const WINDOW_SECONDS = 60;
/** The most checks of unknown credentials that may wait for each address beyond the limit. */
const MAX_WAITING = 50;
/** The most bad credentials that are remembered as already counted. */
const REMEMBERED = 20_000;

/**
 * Counts bad credentials by client address. Identical credentials count once a minute: a program that keeps sending a
 * revoked token is not an attack, and may share its address with other clients. An address beyond its limit is not
 * blocked, because valid credentials may come from it too. Instead, unknown credentials from it are checked one at a
 * time, at a slow pace, and bad ones are answered 429.
 */
export class FailedAttempts {
  private readonly limiter: RateLimiterMemory;
  private readonly counted = new LRUCache<string, number>({ max: REMEMBERED });
  private readonly queues = new Map<string, { last: Promise<unknown>; waiting: number }>();

  constructor(
    private readonly limit: number,
    private readonly paceMs: number,
    private readonly now: () => number,
  ) {
    this.limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
  }

  /** Counts one failed attempt. */
  async count(address: string, key: string): Promise<void> {
    const name = `${address} ${key}`;
    if (this.now() - (this.counted.get(name) ?? -Infinity) < WINDOW_SECONDS * 1000) return;
    this.counted.set(name, this.now());
    await this.limiter.penalty(address);
  }

  /** The seconds until the address is within its limit again; undefined if it is. */
  async secondsToWait(address: string): Promise<number | undefined> {
    const state = await this.limiter.get(address);
    if (!state || state.consumedPoints <= this.limit || state.msBeforeNext <= 0) return undefined;
    return Math.ceil(state.msBeforeNext / 1000);
  }

  /**
   * Waits until the next check of this address may run.
   * @throws ApiError too_many_requests when too many wait.
   */
  async waitForCheck(address: string): Promise<void> {
    const queue = this.queues.get(address) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= MAX_WAITING) throw tooManyFailures(1);
    queue.waiting++;
    queue.last = queue.last.then(() => sleep(this.paceMs));
    this.queues.set(address, queue);
    await queue.last;
    if (--queue.waiting === 0) this.queues.delete(address);
  }
}

/** The answer to bad credentials beyond the limit. */
export function tooManyFailures(seconds: number): ApiError {
  return new ApiError(
    'too_many_requests',
    `too many requests with invalid credentials came from this address; try again in ${seconds} seconds`,
    {
      'Retry-After': String(seconds),
    },
  );
}
