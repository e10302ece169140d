import { tracing } from '@keyhaven/tracing/tracing';
import mongoose, { type Connection } from 'mongoose';
import { failWritesOfClosedConnections } from './driver/fail-writes-of-closed-connections';
import { assertNoWriteOfDryRun } from './dry-run';
import { traceCommands } from './trace-commands';

export interface DatabaseOptions {
  /** The URI of MongoDB. A database name in its path is ignored. */
  uri: string;
  /** The database of this service. */
  database: string;
  /** The maximum number of connections that this process opens to each node of the database. */
  maxPoolSize?: number;
}

/**
 * Connects to a service's database. A write is acknowledged when it is on disk at a majority of
 * nodes, and reads go to the primary. This function does not build indexes: ensureIndexes builds
 * them before the service is ready. Writes during a dry run are refused.
 */
export async function connectDatabase({ uri, database, maxPoolSize = 20 }: DatabaseOptions): Promise<Connection> {
  failWritesOfClosedConnections();
  const connection = await mongoose
    .createConnection(uri, {
      dbName: database,
      maxPoolSize,
      autoIndex: false,
      autoCreate: false,
      ignoreUndefined: true,
      readPreference: 'primary',
      writeConcern: { w: 'majority', journal: true },
      // How long an operation waits for a primary. This is long enough for a failover, and short
      // enough that a request fails before its deadline.
      serverSelectionTimeoutMS: 8000,
      ...(tracing && { monitorCommands: true }),
    })
    .asPromise();
  if (tracing) traceCommands(connection.getClient(), tracing);
  return connection.on('operation-start', assertNoWriteOfDryRun);
}
