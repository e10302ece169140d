import { isDeepStrictEqual } from 'node:util';
import type { Connection, mongo } from 'mongoose';

type Specification = Record<string, unknown> & { key: Record<string, unknown> };

/**
 * Builds the indexes of every model of the connection and waits for them. One command per model creates its collection too.
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) {
    const indexes = model.schema.indexes().map(([key, options]) => ({ ...options, key }));
    if (indexes.length > 0) await model.collection.createIndexes(indexes as mongo.IndexDescription[]);
    else await model.createCollection();
  }
}

/**
 * Compares the unique indexes in the database with those that the models define: a guarantee that rests on an index holds
 * only while the index exists exactly as defined.
 * @returns one text for each index that is missing or different.
 */
export async function faultyUniqueIndexes(connection: Connection): Promise<string[]> {
  const faults: string[] = [];
  for (const model of Object.values(connection.models)) {
    const wanted = model.schema.indexes().filter(([, options]) => options.unique);
    if (wanted.length === 0) continue;
    const present = await presentIndexes(() => model.listIndexes());
    for (const [key, options] of wanted) {
      const found = present.find((index) => isDeepStrictEqual(Object.entries(index.key), Object.entries(key)));
      const name = `${model.collection.collectionName} ${JSON.stringify(key)}`;
      if (!found) faults.push(`${name} is missing`);
      else if (found.unique !== true) faults.push(`${name} is not unique`);
      else if (!isDeepStrictEqual(found.partialFilterExpression ?? null, options.partialFilterExpression ?? null)) {
        faults.push(`${name} has another partialFilterExpression`);
      }
    }
  }
  return faults;
}

/** The indexes of a collection; none when the collection does not exist (code 26). */
async function presentIndexes(list: () => Promise<unknown[]>): Promise<Specification[]> {
  try {
    return (await list()) as Specification[];
  } catch (error) {
    if ((error as { code?: unknown }).code === 26) return [];
    throw error;
  }
}
