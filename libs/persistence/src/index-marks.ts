import { createHash } from 'node:crypto';
import type { Connection, IndexOptions } from 'mongoose';

/** The options that distinguish two indexes on the same fields. */
export const definingOptions = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'] as const;

/** The collection of the index marks. A backup contains neither the indexes nor these marks. */
export const INDEX_MARKS = 'schema_indexes';

/**
 * A mark, which says that a set of indexes was built. The id is a hash of the set, so a program
 * version with different indexes has a different mark.
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
 * Marks all declared collections and indexes as built. A list of the indexes in the database would
 * be no proof, because the build of a listed index might not be finished.
 */
export async function markIndexes(connection: Connection): Promise<void> {
  const mark = { $set: { made_utc: '$$NOW' } };
  await marksOf(connection).updateOne({ _id: fingerprintOf(connection) }, [mark], { upsert: true });
}

const marksOf = (connection: Connection) => connection.collection<IndexMark>(INDEX_MARKS);

/**
 * A hash of the declared collections and indexes. The order of the fields within an index matters;
 * the order of the indexes does not.
 */
function fingerprintOf(connection: Connection): string {
  const declared = Object.values(connection.models).map(({ collection, schema }) => {
    const indexes = schema.indexes().map(([key, options]) => JSON.stringify([Object.entries(key), defining(options)]));
    return JSON.stringify([collection.collectionName, indexes.sort()]);
  });
  return createHash('sha256').update(declared.sort().join('\n')).digest('hex').slice(0, 32);
}

const defining = (options: IndexOptions) => definingOptions.map((option) => options[option] ?? null);
