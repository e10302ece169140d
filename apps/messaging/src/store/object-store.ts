import type { Readable } from 'node:stream';

/** Stores bytes outside the database, by key. */
export interface ObjectStore {
  /** Stores bytes under a new key. They are durable when the promise resolves. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Reads an object, with its length if known. Undefined if there is no such object. */
  get(key: string): Promise<{ body: Readable; bytes?: number } | undefined>;
  /** Deletes an object. It is not an error if it does not exist. */
  delete(key: string): Promise<void>;
}
