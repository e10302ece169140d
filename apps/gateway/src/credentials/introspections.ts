import type { Introspection, PresentedCredentials } from '@keyhaven/contracts/identity/internal-contract';
import { LRUCache } from 'lru-cache';

/** Asks the identity service. Rejects when it is not available. */
export type AskIdentity = (credentials: PresentedCredentials, requestId: string) => Promise<Introspection>;

interface Known {
  answer: Introspection;
  /** When the identity service was asked, in milliseconds since the epoch: the answer does not show later changes. */
  askedAt: number;
}

/** How long an answer is used without asking again. A revocation takes effect within this time. */
const FRESH_MS = 5000;
/** How long an answer is used while the identity service is not available. */
const STALE_MS = 30_000;
/** For this time after a failure, credentials with a known answer do not ask again. */
const AWAY_MS = 1000;
/**
 * The most cached answers of each kind. Valid and invalid credentials are cached separately, so that invalid ones never
 * evict valid ones.
 */
const REMEMBERED = 10_000;

/**
 * Introspects credentials at the identity service and caches the answers for a short time. Parallel requests with the
 * same credentials share one call. Keys are hashes of the credentials.
 */
export class Introspections {
  private readonly active = new LRUCache<string, Known>({ max: REMEMBERED });
  private readonly inactive = new LRUCache<string, Known>({ max: REMEMBERED });
  private readonly asking = new Map<string, Promise<Introspection>>();
  private awayUntil = 0;

  constructor(
    private readonly ask: AskIdentity,
    private readonly now: () => number,
  ) {}

  /** Whether the credentials were valid when last checked, or have a fresh answer. */
  isKnown(key: string): boolean {
    if (this.active.get(key)) return true;
    const known = this.inactive.get(key);
    return known !== undefined && this.now() - known.askedAt < FRESH_MS;
  }

  /** @throws the error of the call, if no recent answer is known. */
  async answer(key: string, credentials: PresentedCredentials, requestId: string): Promise<Introspection> {
    const known = this.active.get(key) ?? this.inactive.get(key);
    const usableFor = known ? known.askedAt + (this.now() < this.awayUntil ? STALE_MS : FRESH_MS) : 0;
    if (known && this.now() < usableFor) return this.unlessExpired(known.answer);
    try {
      return this.unlessExpired(await this.askOnce(key, credentials, requestId));
    } catch (error) {
      this.awayUntil = this.now() + AWAY_MS;
      if (!known || this.now() >= known.askedAt + STALE_MS) throw error;
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
          this.awayUntil = 0;
          return answer;
        })
        .finally(() => this.asking.delete(key));
      this.asking.set(key, asked);
    }
    return asked;
  }

  private unlessExpired(answer: Introspection): Introspection {
    const isExpired = answer.active && answer.expires_utc !== null && Date.parse(answer.expires_utc) <= this.now();
    return isExpired ? { active: false } : answer;
  }
}
