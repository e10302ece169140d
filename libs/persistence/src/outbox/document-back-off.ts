import { LRUCache } from 'lru-cache';
import type { Draining } from './draining';

/**
 * The first and the longest time for which a document backs off after its events were refused, in
 * milliseconds. The time doubles with each refusal.
 */
const FIRST_MS = 250;
const LAST_MS = 60_000;
/**
 * The maximum number of remembered documents. The relay treats a document that is not remembered
 * like one whose events were never refused.
 */
const REMEMBERED = 1000;

interface Refused {
  collection: string;
  id: number;
  refusals: number;
  untilMs: number;
}

/**
 * Remembers documents whose events the bus refuses although it accepts the events of other
 * documents, for example because an event is too large for its topic. These documents are tried
 * alone and at growing intervals, so that they do not delay other documents.
 */
export class DocumentBackOff {
  private readonly documents = new LRUCache<string, Refused>({ max: REMEMBERED });

  /**
   * Remembers a document whose events were refused when it was tried alone. The cause may be the
   * document or the bus.
   */
  suspect({ key, model, id }: Draining): void {
    if (this.documents.has(key)) return;
    this.documents.set(key, { collection: model.collection.collectionName, id, refusals: 0, untilMs: 0 });
  }

  /** Delays the next attempt to publish the document's events. */
  begin(draining: Draining): void {
    this.suspect(draining);
    const refused = this.documents.get(draining.key)!;
    refused.untilMs = Date.now() + Math.min(FIRST_MS * 2 ** refused.refusals, LAST_MS);
    refused.refusals++;
  }

  /** Forgets a document. Call this when the bus has accepted its events. */
  clear(key: string): void {
    this.documents.delete(key);
  }

  has(key: string): boolean {
    return this.documents.has(key);
  }

  isActive(key: string): boolean {
    return (this.documents.get(key)?.untilMs ?? 0) > Date.now();
  }

  isAnyActive(): boolean {
    const now = Date.now();
    return [...this.documents.values()].some(({ untilMs }) => untilMs > now);
  }

  /** The ids of the documents in a collection whose back-off has not ended yet. */
  activeIdsIn(collection: string): number[] {
    const now = Date.now();
    return [...this.documents.values()]
      .filter((refused) => refused.collection === collection && refused.untilMs > now)
      .map(({ id }) => id);
  }
}
