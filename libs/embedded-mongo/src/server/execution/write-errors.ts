import { MongoError } from '../../errors/mongo-error';
import type { Document } from '../../values/decode';

/** The maximum number of writes in one command, as in MongoDB. */
export const MAX_BATCH_WRITES = 100_000;

/** Creates the entry in `writeErrors` for the write with this index in the batch. */
export function writeError(index: number, error: MongoError): Document {
  return { index, code: error.code, ...(error.extra ?? {}), errmsg: error.message };
}

/**
 * Runs the writes of a batch in order. If a write is refused, the reply contains its error, and an
 * ordered batch ends. Other errors, such as a failing disk, are thrown and roll back the
 * transaction.
 */
export function runBatch<T>(items: T[], isOrdered: boolean, write: (item: T, index: number) => void): Document[] {
  const errors: Document[] = [];
  for (const [index, item] of items.entries()) {
    try {
      write(item, index);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      errors.push(writeError(index, error));
      if (isOrdered) break;
    }
  }
  return errors;
}

/** @throws MongoError 16 (InvalidLength) for a batch that is empty or too long */
export function checkBatch(items: unknown[]): void {
  if (items.length > 0 && items.length <= MAX_BATCH_WRITES) return;
  const text = `Write batch sizes must be between 1 and ${MAX_BATCH_WRITES}. Got ${items.length} operations.`;
  throw new MongoError(16, 'InvalidLength', text);
}
