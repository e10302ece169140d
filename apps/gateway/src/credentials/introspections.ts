import type { Introspection, PresentedCredentials } from '@keyhaven/contracts/identity/internal-contract';
import { LRUCache } from 'lru-cache';

/** Introspects credentials at the identity service. Rejects if the service is not available. */
export type AskIdentity = (credentials: PresentedCredentials, requestId: string) => Promise<Introspection>;

interface Known {
  answer: Introspection;
  /**
   * When the request to the identity service was sent, in milliseconds since the epoch. The
   * introspection might not contain later changes.
   */
  askedAt: number;
}

/**
 * How long a cached introspection is used without a new request. While the identity service is available, a revocation
 * takes effect within this time.
 */
const FRESH_MS = 5000;
/** How long a cached introspection is used while the identity service is not available. */
const STALE_MS = 30_000;
/** For this long after a failed request, a cached introspection is used without a new request. */
const RETRY_AFTER_MS = 1000;
/**
 * The maximum number of cached introspections of each kind. Valid and invalid credentials are cached separately, so
 * that invalid ones never evict valid ones.
 */
const MAX_CACHED = 10_000;

/**
 * Introspects credentials at the identity service and caches the results for a short time. Parallel requests with the
 * same credentials share one call. Keys are hashes of the credentials.
 */
export class Introspections {
  private readonly active = new LRUCache<string, Known>({ max: MAX_CACHED });
  private readonly inactive = new LRUCache<string, Known>({ max: MAX_CACHED });
  private readonly asking = new Map<string, Promise<Introspection>>();
  /** When the latest request to the identity service failed. Undefined if the latest request succeeded. */
  private failedAt: number | undefined;

  constructor(
    private readonly ask: AskIdentity,
    private readonly now: () => number,
  ) {}

  /** Whether the cache contains the credentials as valid, or a fresh result that says they are invalid. */
  isKnown(key: string): boolean {
    if (this.active.get(key)) return true;
    const known = this.inactive.get(key);
    return known !== undefined && this.isWithin(FRESH_MS, known.askedAt);
  }

  /** @throws the error of the request to identity, if no recent introspection is cached. */
  async answer(key: string, credentials: PresentedCredentials, requestId: string): Promise<Introspection> {
    const known = this.active.get(key) ?? this.inactive.get(key);
    const usableMs = this.failedAt !== undefined && this.isWithin(RETRY_AFTER_MS, this.failedAt) ? STALE_MS : FRESH_MS;
    if (known && this.isWithin(usableMs, known.askedAt)) return this.unlessExpired(known.answer);
    try {
      return this.unlessExpired(await this.askOnce(key, credentials, requestId));
    } catch (error) {
      this.failedAt = this.now();
      if (!known || !this.isWithin(STALE_MS, known.askedAt)) throw error;
      return this.unlessExpired(known.answer);
    }
  }

  private askOnce(key: string, credentials: PresentedCredentials, requestId: string): Promise<Introspection> {
    let asked = this.asking.get(key);
    if (!asked) {
      const askedAt = this.now();
      asked = this.ask(credentials, requestId)
        .then((answer) => {
          (answer.active ? this.active : this.inactive).set(key, { answer, askedAt });
          (answer.active ? this.inactive : this.active).delete(key);
          this.failedAt = undefined;
          return answer;
        })
        .finally(() => this.asking.delete(key));
      this.asking.set(key, asked);
    }
    return asked;
  }

  /**
   * Whether less than `milliseconds` has passed since `time`. False if `time` is in the future, because then the clock
   * has been set back.
   */
  private isWithin(milliseconds: number, time: number): boolean {
    const passed = this.now() - time;
    return passed >= 0 && passed < milliseconds;
  }

  private unlessExpired(answer: Introspection): Introspection {
    const isExpired = answer.active && answer.expires_utc !== null && Date.parse(answer.expires_utc) <= this.now();
    return isExpired ? { active: false } : answer;
  }
}
