import type { Model } from 'mongoose';
import { refusedOf } from '../duplicate-key';
import { Gathering } from '../gathering';
import { readStored } from '../stored-reads';
import type { TenantDocument } from '../tenant-document';

/** A conditional update of one document, which adds entries to its outbox. */
export interface EntryUpdate {
  id: number;
  condition: object;
  pipeline: object[];
  /** The ids of the outbox entries that the update adds. There is at least one. */
  entryIds: readonly string[];
}

/**
 * Sends the updates that are requested in the same turn of the event loop as one bulk write, and reads the updated
 * documents with one query. An update is recognised by its entries in the outbox.
 *
 * Only for work that may run again after it has succeeded, such as jobs and consumers. If another process moves or
 * removes the entries between the write and the read, a successful update is reported as if its condition had not held.
 */
export class JointUpdates<Document extends TenantDocument> {
  private readonly gathering = new Gathering();

  /**
   * @param projection the fields of the updated documents to read.
   * @param alone sends a single update. It throws if a unique index refuses the update.
   */
  constructor(
    private readonly model: Model<Document>,
    private readonly projection: Record<string, 0>,
    private readonly alone: (update: EntryUpdate) => Promise<Document | undefined>,
  ) {}

  /**
   * Updates a document of an account.
   * @returns the document with its outbox, perhaps with later changes; undefined if the condition did not hold.
   * @throws DuplicateKeyError if a unique index refused the update.
   */
  async send(userId: number, update: EntryUpdate): Promise<Document | undefined> {
    const sent = await this.gathering.gather(String(userId), update, (updates: readonly EntryUpdate[]) =>
      this.sendAll(userId, updates),
    );
    // The error of a bulk write does not name the index, so send a refused update again.
    return sent === 'refused' ? this.alone(update) : sent;
  }

  private async sendAll(
    userId: number,
    updates: readonly EntryUpdate[],
  ): Promise<readonly (Document | 'refused' | undefined)[]> {
    if (updates.length === 1) return [await this.alone(updates[0]!)];
    const operations = updates.map(({ condition, pipeline }) => ({
      updateOne: { filter: condition as Record<string, unknown>, update: pipeline },
    }));
    const refused = new Set(await refusedOf(this.model.collection.bulkWrite(operations, { ordered: false })));
    const ids = [...new Set(updates.map(({ id }) => id))];
    const filter = { _id: { $in: ids }, user_id: userId };
    const { projection } = this;
    const stored = await readStored<Document>(this.model, filter, { projection, limit: ids.length });
    const byId = new Map<number, Document>(stored.map((document) => [document._id, document]));
    return updates.map(({ id, entryIds }, index) => {
      if (refused.has(index)) return 'refused';
      const document = byId.get(id);
      return document?.outbox?.some((entry) => entry.id === entryIds[0]) ? document : undefined;
    });
  }
}
