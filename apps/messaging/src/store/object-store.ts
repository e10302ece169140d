import type { Readable } from 'node:stream';

/** Stores bytes outside the database, by name. */
export interface ObjectStore {
  /** Stores bytes under a new name. When it resolves, they are durable. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Reads an object, with its length if known; undefined if there is none of that name. */
  get(key: string): Promise<{ body: Readable; bytes?: number } | undefined>;
  /** Deletes an object. A missing object is no error. */
  delete(key: string): Promise<void>;
}
