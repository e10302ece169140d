import type { Model, mongo } from 'mongoose';

/** Which of the matching documents to read, in which order, and which of their fields. */
export interface StoredReadOptions {
  projection?: mongo.Document;
  sort?: Record<string, 1 | -1>;
  skip?: number;
  limit?: number;
}

/** The part of a model that is used here. Every model has this type. */
type Stored = Pick<Model<never>, 'collection'>;

/**
 * Reads matching documents as they are stored. It calls the driver directly, because a mongoose
 * query takes about twice as much processor time as the command alone. Mongoose would convert the
 * values in the filter to the types of the schema. Here, the caller must pass values of the stored
 * types.
 */
export async function readStored<Read>(
  { collection }: Stored,
  filter: mongo.Document,
  options: StoredReadOptions = {},
): Promise<Read[]> {
  // By default, the first batch contains only 101 documents, so a longer list would need a second
  // call.
  const whole = options.limit ? { batchSize: options.limit } : {};
  // Before the connection is open, a mongoose collection returns a promise of the cursor instead of the cursor.
  const cursor = await Promise.resolve(collection.find<Read & mongo.Document>(filter, { ...options, ...whole }));
  return cursor.toArray();
}

/** Reads the first matching document as `readStored` does. @returns undefined if there is none. */
export async function readOneStored<Read>(
  { collection }: Stored,
  filter: mongo.Document,
  projection?: mongo.Document,
): Promise<Read | undefined> {
  const found = await collection.findOne<Read & mongo.Document>(filter, projection && { projection });
  return found ?? undefined;
}

/**
 * Reads the matching documents like `readStored`, but loads the next batch only when the caller
 * needs it.
 * @param batchSize the number of documents in a batch.
 */
export async function* iterateStored<Read>(
  { collection }: Stored,
  filter: mongo.Document,
  options: StoredReadOptions & { batchSize: number },
): AsyncGenerator<Read, void, undefined> {
  const cursor = await Promise.resolve(collection.find<Read & mongo.Document>(filter, options));
  for await (const found of cursor) yield found as Read;
}
