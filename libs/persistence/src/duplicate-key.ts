import { mongo } from 'mongoose';

/** The error code of a write that violates a unique index. */
export const DUPLICATE_KEY = 11000;

/** The driver's error for a write that violates a unique index. */
export interface DuplicateKeyError extends Error {
  code: typeof DUPLICATE_KEY;
  keyPattern: Record<string, unknown>;
  keyValue: Record<string, unknown>;
}

export function isDuplicateKey(error: unknown): error is DuplicateKeyError {
  return error instanceof Error && (error as { code?: unknown }).code === DUPLICATE_KEY;
}

/** Whether the violated index contains the field. */
export function isDuplicateOf(error: DuplicateKeyError, field: string): boolean {
  return Object.keys(error.keyPattern ?? {}).includes(field);
}

/**
 * Returns the positions, in an unordered bulk write, of the operations that a unique index refused.
 * @throws the error if anything else failed, such as the acknowledgement by a majority.
 */
export async function refusedOf(writing: Promise<unknown>): Promise<number[]> {
  try {
    await writing;
    return [];
  } catch (error) {
    const failures = failuresOf(error);
    const other = failures.find(({ code }) => code !== DUPLICATE_KEY);
    // The code of a bulk error is that of its first failure. Replace this code, because callers would take the whole
    // write for a duplicate.
    if (other) throw Object.assign(error as Error, { code: other.code });
    return failures.map(({ index }) => index);
  }
}

/**
 * Returns the failed operations of an unordered bulk write.
 * @throws the error if anything else failed, such as the acknowledgement by a majority.
 */
export function failuresOf(error: unknown): mongo.WriteError[] {
  const failures = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (failures.length === 0) throw error;
  // Bulk errors that mongoose itself throws do not have this method.
  const { result } = error as { result?: Partial<mongo.BulkWriteResult> };
  const unacknowledged = result?.getWriteConcernError?.();
  if (unacknowledged) throw new mongo.MongoServerError({ message: unacknowledged.errmsg, code: unacknowledged.code });
  return failures;
}
