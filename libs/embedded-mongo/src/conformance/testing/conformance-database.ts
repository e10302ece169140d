import { randomUUID } from 'node:crypto';
import { testDatabaseUri } from '@keyhaven/testing/test-database';
import mongoose, { type Connection, mongo } from 'mongoose';

/**
 * Connects to a new database on the server under test. @param name must be different in each test
 * file.
 */
export async function connectForConformance(name: string): Promise<Connection> {
  const dbName = `conformance_${name}_${randomUUID().slice(0, 8)}`;
  return mongoose.createConnection(testDatabaseUri(), { dbName }).asPromise();
}

/**
 * The codes CommandNotSupported and NotImplemented. A server may refuse an unsupported feature only with one of these
 * codes.
 */
const REFUSALS: readonly unknown[] = [115, 238];

/** Runs an operation. @returns its result, or `refused` if the server does not support it. */
export async function answerOf<Answer>(ask: () => Promise<Answer>): Promise<Answer | 'refused'> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof mongo.MongoServerError && REFUSALS.includes(error.code)) return 'refused';
    throw error;
  }
}
