import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';

/** Returns the URI of the test database, which jest's global setup starts. */
export function testDatabaseUri(): string {
  const uri = process.env.MONGODB_URI;
  if (!uri) throw new Error('MONGODB_URI is not set: run the tests with jest, whose global setup starts a database');
  return uri;
}

/** Returns a unique prefix for database names. */
export function freshDatabasePrefix(): string {
  return `t${randomUUID().replaceAll('-', '').slice(0, 12)}_`;
}

/** Drops a test's databases. */
export async function dropDatabases(prefix: string, services: readonly string[]): Promise<void> {
  const connection = await mongoose.createConnection(testDatabaseUri()).asPromise();
  for (const service of services) await connection.useDb(`${prefix}${service}`).dropDatabase();
  await connection.close();
}
