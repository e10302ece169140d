import { createHash } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { addressKey } from '@keyhaven/service/http/address-key';
import type { SharedCounts } from '@keyhaven/service/limits/shared-counts';
import { LRUCache } from 'lru-cache';

/** Identical requests within this time, in milliseconds, count only once. */
const ONCE_MS = 60_000;
/**
 * The maximum number of different failed requests from one address within a minute: for one client,
 * and for all clients together.
 */
const MAX_OF_CLIENT = 20;
const MAX_OF_ADDRESS = 60;
/**
 * The maximum number of failed requests that are cached, so that identical requests are not counted
 * again.
 */
const REMEMBERED = 20_000;

/** The sender of a token request. */
export interface TokenAttempt {
  clientId: string;
  address: string;
  /** The credentials that were sent. */
  guess: readonly (string | undefined)[];
}

/**
 * Limits requests with wrong client credentials, by client and by address. Requests with valid credentials are never
 * refused, because other clients may have the same address. Identical requests count only once a minute, because a
 * program that repeats the same wrong secret is not guessing.
 */
export class FailedTokenRequests {
  private readonly counted = new LRUCache<string, true>({ max: REMEMBERED, ttl: ONCE_MS });

  /** @param counts the shared counts, in windows of one minute. */
  constructor(private readonly counts: SharedCounts) {}

  /**
   * Counts a failed attempt.
   * @throws ApiError too_many_requests if the client at this address, or the address as a whole, has failed too often.
   */
  count({ clientId, address: sent, guess }: TokenAttempt): void {
    const address = addressKey(sent);
    const name = hashOf([clientId, address, guess]);
    const points = this.counted.has(name) ? 0 : 1;
    this.counted.set(name, true);
    const client = hashOf([address, clientId]);
    const waits = [
      this.msToWait(`token requests of client ${client}`, MAX_OF_CLIENT, points),
      this.msToWait(`token requests of ${address}`, MAX_OF_ADDRESS, points),
    ];
    const seconds = Math.ceil(Math.max(...waits) / 1000);
    if (seconds <= 0) return;
    throw new ApiError(
      'too_many_requests',
      `too many requests with wrong client credentials came from this address; try again in ${seconds} seconds`,
      { 'Retry-After': String(seconds) },
    );
  }
  /**
   * Adds points to a count. Returns how many milliseconds remain until the count is within the
   * limit again; 0 if the limit is not exceeded.
   */
  private msToWait(key: string, limit: number, points: number): number {
    const counted = this.counts.add(key, limit, points);
    return counted.points > limit ? counted.msLeft : 0;
  }
}

/**
 * Returns the hash under which a value is counted, because the value itself may be long or secret.
 */
function hashOf(sent: unknown): string {
  return createHash('sha256').update(JSON.stringify(sent)).digest('base64url');
}
