import type { Readable } from 'node:stream';

/** Stores bytes outside the database, by name. */
export interface ObjectStore {
  /** Stores bytes under a new name; when it answers, they are there to stay. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** The object, and its length where that is known; undefined when there is nothing of that name. */
  get(key: string): Promise<{ body: Readable; bytes?: number } | undefined>;
  /** Takes away what is there, and is content when nothing is. */
  delete(key: string): Promise<void>;
}
