import type { mongo } from 'mongoose';
import { type Model } from 'mongoose';
import { failuresOf } from '../duplicate-key';
import { revisionOf } from '../outbox-entry';
import { readStored } from '../stored-reads';
import type { TenantDocument } from '../tenant-document';

/** A conditional write of one document of an account. */
export interface DocumentWrite {
  id: number;
  /** The condition, which contains the id and the account. */
  condition: object;
  pipeline: object[];
  /** Whether the write creates the document. */
  upsert: boolean;
  /** The revision of the document after the write. */
  revision: number;
  /** The ids of the outbox entries that the write adds. */
  entryIds: readonly string[];
}

export type WriteOutcome<Document extends TenantDocument> =
  | {
      kind: 'written';
      /**
       * The document as it was read after the bulk write, without the outbox entries of later
       * writes. Undefined if it has been removed.
       */
      document: Document | undefined;
    }
  /** The database refused the write, for example because of a unique index. */
  | { kind: 'failed'; error: mongo.WriteError }
  /**
   * Either the condition did not hold, or the write was carried out and another process removed its
   * outbox entries before they were read.
   */
  | { kind: 'unknown' };

/**
 * Sends writes of an account as one unordered bulk write, and reads the documents with one query. A
 * bulk write does not return which of its conditions held, so a write is recognised by its entries
 * in the outbox.
 * @param projection the fields of the documents to read.
 * @throws if the bulk write failed as a whole, for example because the connection broke.
 */
export async function writeTogether<Document extends TenantDocument>(
  model: Model<Document>,
  userId: number,
  projection: Record<string, 0>,
  writes: readonly DocumentWrite[],
): Promise<WriteOutcome<Document>[]> {
  const operations = writes.map(({ condition, pipeline, upsert }) => ({
    updateOne: { filter: condition as Record<string, unknown>, update: pipeline, upsert },
  }));
  const { failures, made } = await model.collection.bulkWrite(operations, { ordered: false }).then(
    (result) => ({ failures: [], made: madeBy(result) }),
    (error: unknown) => ({ failures: failuresOf(error), made: madeBy(error as mongo.MongoBulkWriteError) }),
  );
  const failed = new Map(failures.map((error) => [error.index, error]));
  const ids = [...new Set(writes.map(({ id }) => id))];
  const filter = { _id: { $in: ids }, user_id: userId };
  const read = await readStored<Document>(model, filter, { projection, limit: ids.length });
  const byId = new Map<number, Document>(read.map((document) => [document._id, document]));
  const didAllHold = made + failures.length === writes.length;
  return writes.map(({ id, revision, entryIds }, index) => {
    const error = failed.get(index);
    if (error) return { kind: 'failed', error };
    const stored = byId.get(id);
    const isCertain = didAllHold || stored?.outbox?.some((entry) => entryIds.includes(entry.id));
    if (!isCertain) return { kind: 'unknown' };
    return { kind: 'written', document: stored && withoutLaterEntries(stored, revision) };
  });
}

function madeBy({ matchedCount, upsertedCount }: mongo.BulkWriteResult | mongo.MongoBulkWriteError): number {
  return matchedCount + upsertedCount;
}

/**
 * The document without the outbox entries of writes after a revision. A writer publishes only the
 * entries up to its own write, because later writes may have deciding jobs that have not run yet.
 */
export function withoutLaterEntries<Document extends TenantDocument>(document: Document, revision: number): Document {
  if (document.revision === revision) return document;
  return { ...document, revision, outbox: document.outbox?.filter((entry) => revisionOf(entry) <= revision) };
}
