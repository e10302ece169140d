import type { DatabaseClock } from '@keyhaven/persistence/database-clock';
import type { TenantDocument } from '@keyhaven/persistence/tenant-document';
import { LRUCache } from 'lru-cache';
import type { Model, QueryFilter } from 'mongoose';

/** The minimum time between two writes of the last use of a document, in milliseconds. */
const EVERY_MS = 60_000;
/** The maximum number of documents for which this process remembers when their last use was stored. */
const REMEMBERED = 50_000;

interface Used extends TenantDocument {
  last_used_utc?: Date | null;
}

/**
 * Records when tokens and authorizations are used. Requests do not wait for the writes: the uses are stored together
 * some seconds later.
 */
export class LastUses<Document extends Used> {
  private readonly waiting = new Map<number, { user_id: number; at: Date }>();
  private readonly stored = new LRUCache<number, number>({ max: REMEMBERED });

  /**
   * @param whenUsed a function that returns an additional filter for a use at a given time. The use is stored only if
   *   the document matches this filter.
   */
  constructor(
    private readonly model: Model<Document>,
    private readonly clock: DatabaseClock,
    private readonly whenUsed: (at: Date) => QueryFilter<Document> = () => ({}),
  ) {}

  note({ _id, user_id }: Pick<Used, '_id' | 'user_id'>): void {
    const at = this.clock();
    if (at.getTime() - (this.stored.get(_id) ?? 0) < EVERY_MS) return;
    this.stored.set(_id, at.getTime());
    this.waiting.set(_id, { user_id, at });
  }

  /**
   * Stores the recorded uses. Events do not contain uses, so neither the revision nor the version changes.
   * @throws the error of the database. The next call then stores the same uses.
   */
  async flush(): Promise<void> {
    const uses = [...this.waiting];
    if (uses.length === 0) return;
    this.waiting.clear();
    const operations = uses.map(([_id, { user_id, at }]) => ({
      updateOne: { filter: { ...this.whenUsed(at), _id, user_id }, update: { $max: { last_used_utc: at } } },
    }));
    try {
      await this.model.bulkWrite(operations, { ordered: false });
    } catch (error) {
      // Keep the uses for the next call, but do not replace a more recent use that was recorded in the meantime.
      for (const [_id, use] of uses) if (!this.waiting.has(_id)) this.waiting.set(_id, use);
      throw error;
    }
  }
}
