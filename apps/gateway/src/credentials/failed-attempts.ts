import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { addressKey } from '@keyhaven/service/http/address-key';
import type { SharedCounts } from '@keyhaven/service/limits/shared-counts';
import { LRUCache } from 'lru-cache';

/** Within this time, in milliseconds, identical credentials count only once. */
const ONCE_MS = 60_000;
/** How many checks of unknown credentials may wait for each address that is over its limit. */
const MAX_WAITING = 50;
/** The maximum number of invalid credentials that are cached as already counted. */
const MAX_CACHED = 20_000;

/**
 * Counts invalid credentials by client address, and by network for IPv6. Identical credentials
 * count only once a minute, because a program that keeps sending a revoked token is no attacker, and
 * may share its address with other clients. An address over its limit is not blocked, because valid
 * credentials may come from it too. Instead, the checks of unknown credentials from this address
 * start one after another, with a pause before each. If the check finds that the credentials are
 * invalid, the request gets a 429.
 */
export class FailedAttempts {
  private readonly counted = new LRUCache<string, number>({ max: MAX_CACHED });
  private readonly queues = new Map<string, { last: Promise<unknown>; waiting: number }>();

  /** @param counts the shared counts, in windows of one minute. */
  constructor(
    private readonly counts: SharedCounts,
    private readonly limit: number,
    private readonly paceMs: number,
    private readonly now: () => number,
  ) {}

  /** Counts one failed attempt. */
  count(address: string, key: string): void {
    const name = `${addressKey(address)} ${key}`;
    if (this.now() - (this.counted.get(name) ?? -Infinity) < ONCE_MS) return;
    this.counted.set(name, this.now());
    this.counts.add(countOf(address), this.limit);
  }

  /**
   * Returns how many seconds remain until the address is within its limit again. Returns undefined
   * if the address is within its limit now.
   */
  secondsToWait(address: string): number | undefined {
    const counted = this.counts.get(countOf(address));
    if (!counted || counted.points <= this.limit) return undefined;
    return Math.ceil(counted.msLeft / 1000);
  }

  /**
   * Waits until the next check for this address may run.
   * @throws ApiError too_many_requests if too many checks wait.
   */
  async waitForCheck(address: string): Promise<void> {
    const network = addressKey(address);
    const queue = this.queues.get(network) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= MAX_WAITING) throw tooManyFailures(1);
    queue.waiting++;
    queue.last = queue.last.then(() => sleep(this.paceMs));
    this.queues.set(network, queue);
    await queue.last;
    if (--queue.waiting === 0) this.queues.delete(network);
  }
}

/** The key under which the failures of an address are counted. */
function countOf(address: string): string {
  return `failures of ${addressKey(address)}`;
}

/** The error for invalid credentials from an address over its limit. */
export function tooManyFailures(seconds: number): ApiError {
  return new ApiError(
    'too_many_requests',
    `too many requests with invalid credentials came from this address; try again in ${seconds} seconds`,
    {
      'Retry-After': String(seconds),
    },
  );
}
