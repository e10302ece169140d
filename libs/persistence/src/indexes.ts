import { isDeepStrictEqual } from 'node:util';
import type { Connection, IndexDefinition, IndexOptions, mongo } from 'mongoose';
import { areIndexesMarked, definingOptions, markIndexes } from './index-marks';

type Specification = Record<string, unknown> & { key: Record<string, unknown> };

/**
 * Builds the missing indexes of all models in parallel, waits for them, and marks them as built.
 * Creates missing collections too. The database refuses an index if an existing index has the same
 * name but a different definition.
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  const isMarked = await areIndexesMarked(connection);
  const collections = new Set((await connection.listCollections()).map(({ name }) => name));
  await Promise.all(
    Object.values(connection.models).map(async (model) => {
      const wanted = model.schema.indexes();
      const isThere = collections.has(model.collection.collectionName);
      if (wanted.length === 0) {
        if (!isThere) await model.createCollection();
        return;
      }
      const present = isThere ? await presentIndexes(() => model.listIndexes()) : [];
      const indexes = wanted.flatMap(([key, options]) => {
        const found = present.find((index) => isAsDefined(index, key, options));
        // If the indexes are not marked, another process may still be building this index. Creating
        // the index again waits until it is built.
        if (found) return isMarked ? [] : [{ ...options, key, name: String(found.name) }];
        return [{ ...options, key }];
      });
      if (indexes.length > 0) await model.collection.createIndexes(indexes as mongo.IndexDescription[]);
    }),
  );
  if (!isMarked) await markIndexes(connection);
}

/** Whether an index has the defined key and options. */
function isAsDefined(index: Specification, key: IndexDefinition, options: IndexOptions): boolean {
  return (
    hasKey(index, key) &&
    definingOptions.every((option) => isDeepStrictEqual(index[option] ?? false, options[option] ?? false))
  );
}

function hasKey(index: Specification, key: IndexDefinition): boolean {
  return isDeepStrictEqual(Object.entries(index.key), Object.entries(key));
}

/**
 * Compares the unique indexes in the database with those that the models declare. A guarantee that
 * depends on a unique index holds only while this index exists exactly as declared.
 * @returns one message for each index that is missing or different.
 */
export async function faultyUniqueIndexes(connection: Connection): Promise<string[]> {
  const faults = Object.values(connection.models).map(async (model) => {
    const wanted = model.schema.indexes().filter(([, options]) => options.unique);
    if (wanted.length === 0) return [];
    const present = await presentIndexes(() => model.listIndexes());
    return wanted.flatMap(([key, options]) => {
      const fault = faultOf(
        present.find((index) => hasKey(index, key)),
        options,
      );
      return fault === undefined ? [] : [`${model.collection.collectionName} ${JSON.stringify(key)} ${fault}`];
    });
  });
  return (await Promise.all(faults)).flat();
}

function faultOf(found: Specification | undefined, { partialFilterExpression }: IndexOptions): string | undefined {
  if (!found) return 'is missing';
  if (found.unique !== true) return 'is not unique';
  if (isDeepStrictEqual(found.partialFilterExpression ?? null, partialFilterExpression ?? null)) return undefined;
  return 'has another partialFilterExpression';
}

/** The indexes of a collection. Error 26 means that the collection does not exist. */
async function presentIndexes(list: () => Promise<unknown[]>): Promise<Specification[]> {
  try {
    return (await list()) as Specification[];
  } catch (error) {
    if ((error as { code?: unknown }).code === 26) return [];
    throw error;
  }
}
