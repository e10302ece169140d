import { LRUCache } from 'lru-cache';
import type { Draining } from './drain';

/** How long a document rests after its events were refused; the time doubles up to the last, in milliseconds. */
const FIRST_REST_MS = 250;
const LAST_REST_MS = 60_000;
/** The most documents that are remembered; beyond it the oldest are tried like all others. */
const REMEMBERED = 1000;

interface Refused {
  collection: string;
  id: number;
  refusals: number;
  restsUntil: number;
}

/**
 * Documents whose events the bus refuses while it takes those of others: one too large for a topic, or one that a
 * consumer cannot handle. They are tried by themselves, less and less often, and hold up nobody else.
 */
export class SetAside {
  private readonly documents = new LRUCache<string, Refused>({ max: REMEMBERED });

  /** Notes a document whose events were refused when nobody else's were tried: it may have been the bus itself. */
  suspect({ key, model, id }: Draining): void {
    if (this.documents.has(key)) return;
    this.documents.set(key, { collection: model.collection.collectionName, id, refusals: 0, restsUntil: 0 });
  }

  /** Lets a document rest. */
  rest(draining: Draining): void {
    this.suspect(draining);
    const refused = this.documents.get(draining.key)!;
    refused.restsUntil = Date.now() + Math.min(FIRST_REST_MS * 2 ** refused.refusals, LAST_REST_MS);
    refused.refusals++;
  }

  /** The bus took the document's events. */
  clear(key: string): void {
    this.documents.delete(key);
  }

  has(key: string): boolean {
    return this.documents.has(key);
  }

  isResting(key: string): boolean {
    return (this.documents.get(key)?.restsUntil ?? 0) > Date.now();
  }

  /** The ids of a collection's documents that rest now. */
  restingIn(collection: string): number[] {
    const now = Date.now();
    return [...this.documents.values()]
      .filter((refused) => refused.collection === collection && refused.restsUntil > now)
      .map(({ id }) => id);
  }
}
