import { mongo } from 'mongoose';

/** The driver's error for a write that violates a unique index. */
export interface DuplicateKeyError extends Error {
  code: 11000;
  keyPattern: Record<string, unknown>;
  keyValue: Record<string, unknown>;
}

export function isDuplicateKey(error: unknown): error is DuplicateKeyError {
  return error instanceof Error && (error as { code?: unknown }).code === 11000;
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
    const failures = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (failures.length === 0 || failures.some(({ code }) => code !== 11000)) throw error;
    // Bulk errors that mongoose itself throws do not have this method.
    const { result } = error as { result?: Partial<mongo.BulkWriteResult> };
    const unacknowledged = result?.getWriteConcernError?.();
    if (unacknowledged) throw new mongo.MongoServerError({ message: unacknowledged.errmsg, code: unacknowledged.code });
    return failures.map(({ index }) => index);
  }
}
