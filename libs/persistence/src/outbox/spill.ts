import { type Connection, type Model, Schema } from 'mongoose';
import { refusedOf } from '../duplicate-key';
import { genericFilter } from '../generic-filter';
import type { TenantDocument } from '../tenant-document';
import { MAX_BYTES, MAX_ENTRIES, type OutboxEntry, type JobEntry } from '../outbox-entry';

/** The maximum number of spilled entries of one document that one query reads. */
export const SPILL_PAGE = 200;

/** An outbox entry that was moved out of its document. */
interface SpilledEntry {
  _id: string;
  user_id: number;
  collection_name: string;
  document_id: number;
  seq: number;
  entry: OutboxEntry;
}

/** The spill collection of a service. It contains outbox entries that were moved out of full documents. */
export function spillModel(connection: Connection): Model<SpilledEntry> {
  if (connection.models.OutboxSpill) return connection.models.OutboxSpill as Model<SpilledEntry>;
  const schema = new Schema<SpilledEntry>(
    {
      _id: String,
      user_id: Number,
      collection_name: String,
      document_id: Number,
      seq: Number,
      entry: { type: Schema.Types.Mixed },
    },
    { collection: 'outbox_spill', versionKey: false, minimize: false },
  )
    // Serves reads of a document's spilled entries, in order.
    .index({ user_id: 1, collection_name: 1, document_id: 1, seq: 1 })
    // Serves reads of the spilled jobs of a document, and the search for documents with spilled
    // jobs. Jobs run even while earlier events wait for the bus.
    .index({ collection_name: 1, document_id: 1, seq: 1 }, { partialFilterExpression: { 'entry.kind': 'job' } });
  return connection.model<SpilledEntry>('OutboxSpill', schema);
}

/**
 * Moves all entries of a document with a full outbox to the spill collection. The entries are
 * stored there before they are removed from the document. After a crash in between, they are in
 * both places and may be handled twice. Another process may drain the outbox before this function
 * marks the document as having spilled entries, and thereby remove the due time. So the update that
 * sets the mark also sets a due time.
 */
export async function spillOutbox<Document extends TenantDocument>(
  model: Model<Document>,
  key: { _id: number; user_id: number },
): Promise<void> {
  const stored = (await model
    .findOne(genericFilter(key), { outbox: 1, outbox_bytes: 1 })
    .lean()) as TenantDocument | null;
  const entries = stored?.outbox ?? [];
  if (entries.length < MAX_ENTRIES && (stored?.outbox_bytes ?? 0) <= MAX_BYTES) return;
  const spilled = entries.map((entry) => ({
    insertOne: { document: { _id: entry.id, ...spilledOf(model, key), seq: entry.seq, entry } },
  }));
  // Ignore duplicates: another process has spilled the same entries, and entries never change.
  await refusedOf(spillModel(model.db).bulkWrite(spilled, { ordered: false }));
  const ids = entries.map((entry) => entry.id);
  const last = Math.max(...entries.map((entry) => entry.seq));
  await model.updateOne(
    genericFilter(key),
    [
      {
        $set: {
          outbox: { $filter: { input: { $ifNull: ['$outbox', []] }, cond: { $not: [{ $in: ['$$this.id', ids] }] } } },
          outbox_bytes: 0,
          outbox_spilled: { $max: ['$outbox_spilled', last] },
          outbox_due_utc: { $ifNull: ['$outbox_due_utc', '$$NOW'] },
        },
      },
    ],
    { updatePipeline: true },
  );
}

/**
 * Sets a due time on documents that have spilled entries but no due time. This happens if a process
 * stores the entries in the spill collection and dies, and another process then drains the
 * document. The entries have then been handled, but they stay in the spill collection until the
 * document gets a due time. Each call looks at the first SPILL_PAGE entries of the spill
 * collection.
 */
export async function reviveSpilled(models: Iterable<Model<TenantDocument>>): Promise<void> {
  const all = [...models];
  if (!all[0]) return;
  const spills = spillModel(all[0].db);
  // Read in storage order, which needs no index.
  const first = await spills.find({}, { collection_name: 1, document_id: 1 }).limit(SPILL_PAGE).lean();
  for (const model of all) {
    const own = first.filter(({ collection_name }) => collection_name === model.collection.collectionName);
    if (own.length > 0) await makeDue(model, [...new Set(own.map(({ document_id }) => document_id))]);
  }
}

/** Sets a due time on the documents that have no due time. */
async function makeDue(model: Model<TenantDocument>, ids: number[]): Promise<void> {
  const isForgotten = { outbox_due_utc: { $exists: false } };
  const forgotten = await model
    .find(genericFilter({ _id: { $in: ids }, ...isForgotten }), { user_id: 1 })
    .lean<Pick<TenantDocument, '_id' | 'user_id'>[]>();
  for (const key of forgotten) {
    const last = await spillModel(model.db).findOne(spilledOf(model, key)).sort({ seq: -1 }).lean();
    if (!last) continue;
    const marked = { outbox_spilled: { $max: ['$outbox_spilled', last.seq] }, outbox_due_utc: '$$NOW' };
    // Check the condition again, because the document may have been written since it was read.
    const filter = genericFilter<TenantDocument>({ _id: key._id, user_id: key.user_id, ...isForgotten });
    await model.updateOne(filter, [{ $set: marked }], { updatePipeline: true });
  }
}

/** The first SPILL_PAGE spilled entries of a document, in order. */
export async function readSpilled<Document extends TenantDocument>(
  model: Model<Document>,
  document: Pick<TenantDocument, '_id' | 'user_id'>,
): Promise<OutboxEntry[]> {
  const found = await spillModel(model.db).find(spilledOf(model, document)).sort({ seq: 1 }).limit(SPILL_PAGE).lean();
  return found.map((spilled) => spilled.entry);
}

/** The first SPILL_PAGE spilled jobs of a document, in order. */
export async function readSpilledJobs<Document extends TenantDocument>(
  model: Model<Document>,
  document: Pick<TenantDocument, '_id' | 'user_id'>,
): Promise<JobEntry[]> {
  const found = await spillModel(model.db)
    .find({ ...spilledOf(model, document), 'entry.kind': 'job' })
    .sort({ seq: 1 })
    .limit(SPILL_PAGE)
    .lean();
  return found.map(({ entry }) => entry as JobEntry);
}

/** All spilled deciding jobs of a document, in order. */
export async function readSpilledDecisions<Document extends TenantDocument>(
  model: Model<Document>,
  document: Pick<TenantDocument, '_id' | 'user_id'>,
): Promise<JobEntry[]> {
  const found = await spillModel(model.db)
    .find({ ...spilledOf(model, document), 'entry.kind': 'job', 'entry.decides': true })
    .sort({ seq: 1 })
    .lean();
  return found.map(({ entry }) => entry as JobEntry);
}

/** The ids of the documents of a collection that have spilled jobs. */
export async function documentsWithSpilledJobs(model: Model<TenantDocument>): Promise<number[]> {
  const filter = { collection_name: model.collection.collectionName, 'entry.kind': 'job' } as const;
  return spillModel(model.db).distinct('document_id', filter);
}

function spilledOf<Document extends TenantDocument>(
  model: Model<Document>,
  { _id, user_id }: Pick<TenantDocument, '_id' | 'user_id'>,
) {
  return { user_id, collection_name: model.collection.collectionName, document_id: _id };
}

export async function deleteSpilled<Document extends TenantDocument>(
  model: Model<Document>,
  userId: number,
  ids: string[],
): Promise<void> {
  if (ids.length > 0) await spillModel(model.db).deleteMany({ _id: { $in: ids }, user_id: userId });
}
