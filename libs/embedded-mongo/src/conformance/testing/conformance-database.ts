import { randomUUID } from 'node:crypto';
import { testDatabaseUri } from '@keyhaven/testing/test-database';
import mongoose, { type Connection, mongo } from 'mongoose';

/** A database of its own, at the address that the tests run against. @param name tells test files apart. */
export async function connectForConformance(name: string): Promise<Connection> {
  const dbName = `conformance_${name}_${randomUUID().slice(0, 8)}`;
  return mongoose.createConnection(testDatabaseUri(), { dbName }).asPromise();
}

/** CommandNotSupported and NotImplemented: a server may refuse what it does not know, if it says so by name. */
const REFUSALS: readonly unknown[] = [115, 238];

/** The answer of a server, or `refused` where it says that it does not support what was asked. */
export async function answerOf<Answer>(ask: () => Promise<Answer>): Promise<Answer | 'refused'> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof mongo.MongoServerError && REFUSALS.includes(error.code)) return 'refused';
    throw error;
  }
}
