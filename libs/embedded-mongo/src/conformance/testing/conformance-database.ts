import { randomUUID } from 'node:crypto';
import { testDatabaseUri } from '@keyhaven/testing/test-database';
import mongoose, { type Connection, mongo } from 'mongoose';

/** Connects to a new database at the address under test. @param name a different one for each test file. */
export async function connectForConformance(name: string): Promise<Connection> {
  const dbName = `conformance_${name}_${randomUUID().slice(0, 8)}`;
  return mongoose.createConnection(testDatabaseUri(), { dbName }).asPromise();
}

/** CommandNotSupported and NotImplemented: a server may refuse a feature, but only with these codes. */
const REFUSALS: readonly unknown[] = [115, 238];

/** The result of an operation, or `refused` when the server replies that it does not support it. */
export async function answerOf<Answer>(ask: () => Promise<Answer>): Promise<Answer | 'refused'> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof mongo.MongoServerError && REFUSALS.includes(error.code)) return 'refused';
    throw error;
  }
}
