import type { Readable } from 'node:stream';

/** Stores bytes outside the database, by key. */
export interface ObjectStore {
  /** Stores bytes under a new key. They are durable when the promise resolves. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Reads an object, with its length if known. Undefined if there is no such object. */
  get(key: string): Promise<{ body: Readable; bytes?: number } | undefined>;
  /** Deletes an object. Has no effect if the object does not exist. */
  delete(key: string): Promise<void>;
}
