import type { Model } from 'mongoose';
import { isDuplicateKey, refusedOf } from '../duplicate-key';
import { readStored } from '../stored-reads';
import type { CopyDocument } from './copy-document';
import type { CopyWrite } from './copy-stages';

/** A database update that stores `write`, the new state of a copy, if the stored copy meets `condition`. */
export interface ConditionalCopyWrite {
  /** Whether the write creates the copy if there is none. */
  upsert: boolean;
  condition: Record<string, unknown>;
  pipeline: Record<string, unknown>[];
  write: CopyWrite;
}

/** The copy after a write; undefined if the write changed nothing. */
export interface WrittenCopy<Copy extends CopyDocument> {
  document: Copy | undefined;
  /** False if the copy existed before. */
  mayBeNew: boolean;
}

/**
 * Writes copies, except those that are older than the stored ones. For several copies, this takes
 * two commands: the first writes all of them, and the second reads all of them.
 */
export async function writeCopies<Copy extends CopyDocument>(
  model: Model<Copy>,
  writes: readonly ConditionalCopyWrite[],
): Promise<WrittenCopy<Copy>[]> {
  if (writes.length === 1) return [await writeCopy(model, writes[0]!)];
  const operations = writes.map(({ condition, pipeline, upsert }) => ({
    updateOne: { filter: condition, update: pipeline, upsert },
  }));
  const refused = new Set(await refusedOf(model.collection.bulkWrite(operations, { ordered: false })));
  const filter = { _id: { $in: [...new Set(writes.map(({ write }) => write._id))] } };
  const stored = await readStored<Copy>(model, filter, { limit: writes.length });
  return Promise.all(
    writes.map(async ({ condition, pipeline, write }, index) => {
      // The copy already exists. Either it is newer and is kept, or a concurrent event has just
      // stored an older state.
      if (refused.has(index)) return updateCopy(model, condition, pipeline, false);
      return { document: stored.find((copy) => isStateOf(copy, write)), mayBeNew: true };
    }),
  );
}

/**
 * Whether a stored copy has the state that the write would lead to. If not, a newer event has
 * changed the copy in the meantime.
 */
function isStateOf(copy: CopyDocument, { _id, user_id, generation, version, fields }: CopyWrite): boolean {
  if (copy._id !== _id || copy.user_id !== user_id) return false;
  const isThere = copy.deleted_utc === undefined;
  return copy.generation === generation && copy.version === version && isThere === (fields !== undefined);
}

async function writeCopy<Copy extends CopyDocument>(
  model: Model<Copy>,
  { condition, pipeline, upsert }: ConditionalCopyWrite,
): Promise<WrittenCopy<Copy>> {
  try {
    return await updateCopy(model, condition, pipeline, upsert);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // The copy already exists. Either it is newer and is kept, or a concurrent event has just
    // stored an older state.
    return updateCopy(model, condition, pipeline, false);
  }
}

/** Writes one copy if the condition holds. */
export async function updateCopy<Copy extends CopyDocument>(
  model: Model<Copy>,
  condition: Record<string, unknown>,
  pipeline: Record<string, unknown>[],
  upsert: boolean,
): Promise<WrittenCopy<Copy>> {
  const { value, lastErrorObject } = await model.collection.findOneAndUpdate(condition, pipeline, {
    upsert,
    returnDocument: 'after',
    includeResultMetadata: true,
  });
  return {
    document: (value as Copy | null) ?? undefined,
    mayBeNew: lastErrorObject?.updatedExisting === false,
  };
}
