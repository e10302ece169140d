import { LRUCache } from 'lru-cache';
import type { Draining } from './draining';

/** How long a document rests after its events were refused, at first and at most; it doubles each time. In milliseconds. */
const FIRST_REST_MS = 250;
const LAST_REST_MS = 60_000;
/** The most documents that are remembered. The oldest are forgotten and tried like all others. */
const REMEMBERED = 1000;

interface Refused {
  collection: string;
  id: number;
  refusals: number;
  restsUntil: number;
}

/**
 * Documents whose events the bus refuses while it accepts those of others: one too large for a topic, or one that a
 * consumer cannot handle. They are tried alone, at growing intervals, and delay no other document.
 */
export class SetAside {
  private readonly documents = new LRUCache<string, Refused>({ max: REMEMBERED });

  /** Notes a document whose events were refused alone: the document or the bus may be the cause. */
  suspect({ key, model, id }: Draining): void {
    if (this.documents.has(key)) return;
    this.documents.set(key, { collection: model.collection.collectionName, id, refusals: 0, restsUntil: 0 });
  }

  /** Sets a document aside. */
  rest(draining: Draining): void {
    this.suspect(draining);
    const refused = this.documents.get(draining.key)!;
    refused.restsUntil = Date.now() + Math.min(FIRST_REST_MS * 2 ** refused.refusals, LAST_REST_MS);
    refused.refusals++;
  }

  /** Call it when the bus accepted the document's events. */
  clear(key: string): void {
    this.documents.delete(key);
  }

  has(key: string): boolean {
    return this.documents.has(key);
  }

  isResting(key: string): boolean {
    return (this.documents.get(key)?.restsUntil ?? 0) > Date.now();
  }

  isAnyResting(): boolean {
    const now = Date.now();
    return [...this.documents.values()].some(({ restsUntil }) => restsUntil > now);
  }

  /** The ids of a collection's documents that are resting. */
  restingIn(collection: string): number[] {
    const now = Date.now();
    return [...this.documents.values()]
      .filter((refused) => refused.collection === collection && refused.restsUntil > now)
      .map(({ id }) => id);
  }
}
