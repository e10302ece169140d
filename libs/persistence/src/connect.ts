import mongoose, { type Connection } from 'mongoose';

export interface DatabaseOptions {
  /** The address of MongoDB; its path and database are ignored. */
  uri: string;
  /** The database of this service. */
  database: string;
  /** The most connections that this process opens. */
  maxPoolSize?: number;
}

/**
 * Connects to a service's database. Acknowledged writes are on disk at a majority, and reads are from the primary. Indexes
 * are built by ensureIndexes only, before the service is ready.
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
