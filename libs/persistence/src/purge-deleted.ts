import type { Model, Schema } from 'mongoose';
import { type Entity, fieldPath, type PublicRecord } from './entity';
import { genericFilter } from './generic-filter';
import type { TenantDocument } from './tenant-document';

/** How long a deleted record is stored, and listed with include_deleted, in milliseconds. */
export const KEPT_DELETED_MS = 90 * 24 * 3600 * 1000;
/** The maximum number of documents that one query reads. The purge repeats the query until the query finds fewer. */
const PURGE_SIZE = 500;

/**
 * Removes documents that were deleted more than KEPT_DELETED_MS ago. @returns the number of removed
 * documents.
 */
export type Purge = () => Promise<number>;

/**
 * Adds the index that purgeDeleted needs.
 * @param path the path of the time of deletion. This time is absent or null while a record is not
 *   deleted.
 */
export function withDeletion<Document>(schema: Schema<Document>, path = 'deleted_utc'): Schema<Document> {
  // Serves the purge, which looks for deleted records across all accounts.
  return schema.index({ [path]: 1 }, { partialFilterExpression: { [path]: { $exists: true } } });
}

/**
 * Removes documents whose records were all deleted more than KEPT_DELETED_MS ago. A document with a
 * filled outbox is kept, because the event of the deletion might not have been published.
 */
export async function purgeDeleted<Document extends TenantDocument, References>(
  model: Model<Document>,
  entities: readonly Entity<Document, PublicRecord, References>[],
): Promise<number> {
  const isDeletable = (entity: Entity<Document, PublicRecord, References>) => entity.stampedWhenDeleted !== undefined;
  const deletable = entities.filter(isDeletable);
  const neverDeleted = entities.filter((entity) => !isDeletable(entity));
  // Remove nothing from a collection whose documents are records of a type that is never deleted.
  if (deletable.length === 0 || neverDeleted.some(({ part }) => part === undefined)) return 0;
  const long = { $lt: new Date(Date.now() - KEPT_DELETED_MS) };
  let removed = 0;
  for (const first of deletable) {
    const filter = {
      [fieldPath(first, 'deleted_utc')]: long,
      outbox_due_utc: { $exists: false },
      $and: [
        ...neverDeleted.map(({ part }) => ({ [part!]: { $exists: false } })),
        ...deletable.map((entity) => ({
          $or: [
            { [fieldPath(entity, 'deleted_utc')]: long },
            ...(entity.part === undefined ? [] : [{ [entity.part]: { $exists: false } }]),
          ],
        })),
      ],
    };
    for (let found = PURGE_SIZE; found === PURGE_SIZE;) {
      const documents = await model
        .find(genericFilter(filter), { user_id: 1 })
        .limit(PURGE_SIZE)
        .lean<Pick<TenantDocument, '_id' | 'user_id'>[]>();
      found = documents.length;
      for (const { _id, user_id } of documents) {
        // Check the condition again: the record may have been restored since the read.
        removed += (await model.deleteOne(genericFilter({ ...filter, _id, user_id }))).deletedCount;
      }
    }
  }
  return removed;
}
