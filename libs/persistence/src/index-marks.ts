import { createHash } from 'node:crypto';
import type { Connection, IndexOptions } from 'mongoose';

/** The options that make two indexes with the same key different. */
export const definingOptions = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'] as const;

/** The collection of the marks. A backup contains neither the indexes nor this collection. */
export const INDEX_MARKS = 'schema_indexes';

/**
 * The mark of one set of indexes that were made. Its id is their fingerprint. Program versions with other indexes have
 * other marks.
 */
interface IndexMark {
  _id: string;
  made_utc: Date;
}

/** Whether the database has all collections and indexes that the models of the connection declare. */
export async function areIndexesMarked(connection: Connection): Promise<boolean> {
  return (await marksOf(connection).findOne({ _id: fingerprintOf(connection) })) !== null;
}

/**
 * Records that the database has all declared collections and indexes. A listed index is no proof, because its build may
 * not be finished.
 */
export async function markIndexes(connection: Connection): Promise<void> {
  const mark = { $set: { made_utc: '$$NOW' } };
  await marksOf(connection).updateOne({ _id: fingerprintOf(connection) }, [mark], { upsert: true });
}

const marksOf = (connection: Connection) => connection.collection<IndexMark>(INDEX_MARKS);

/**
 * A hash of the declared collections and indexes. The order of the fields of an index matters; the order of the indexes
 * does not.
 */
function fingerprintOf(connection: Connection): string {
  const declared = Object.values(connection.models).map(({ collection, schema }) => {
    const indexes = schema.indexes().map(([key, options]) => JSON.stringify([Object.entries(key), defining(options)]));
    return JSON.stringify([collection.collectionName, indexes.sort()]);
  });
  return createHash('sha256').update(declared.sort().join('\n')).digest('hex').slice(0, 32);
}

const defining = (options: IndexOptions) => definingOptions.map((option) => options[option] ?? null);
