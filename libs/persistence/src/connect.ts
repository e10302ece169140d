import mongoose, { type Connection } from 'mongoose';

export interface DatabaseOptions {
  /** Where MongoDB answers; its path and database are ignored. */
  uri: string;
  /** The database of this service alone. */
  database: string;
  /** The most connections that this process holds. */
  maxPoolSize?: number;
}

/**
 * Connects to a service's database. What is acknowledged is on disk at a majority, reads are from the primary, and
 * nothing is built on the side: indexes are made by ensureIndexes before the service is ready.
 */
export async function connectDatabase({ uri, database, maxPoolSize = 20 }: DatabaseOptions): Promise<Connection> {
  return mongoose
    .createConnection(uri, {
      dbName: database,
      maxPoolSize,
      autoIndex: false,
      autoCreate: false,
      ignoreUndefined: true,
      readPreference: 'primary',
      writeConcern: { w: 'majority', journal: true },
      // Long enough for a failover, short enough that a request fails by its deadline rather than hangs.
      serverSelectionTimeoutMS: 8000,
    })
    .asPromise();
}
