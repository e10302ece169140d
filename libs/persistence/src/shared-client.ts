import type { Connection } from 'mongoose';
import { connectDatabase } from './connect';
import { assertNoWriteOfDryRun } from './dry-run';
import { type PoolUse, watchPool } from './pool-use';

/** The maximum number of connections of a shared client. It serves all services of a process. */
const MAX_POOL_SIZE = 100;

/**
 * A client of MongoDB that the services of one process share. Each service has its own database. A separate client for
 * each service would need a pool with a timer, a connection that checks the server, and more open connections.
 */
export class SharedClient {
  /** The use of the pool by all databases together. */
  readonly pool: PoolUse;

  private constructor(private readonly connection: Connection) {
    this.pool = watchPool(connection);
  }

  /** @param uri the URI of MongoDB. A database name in its path is ignored. */
  static async connect(uri: string): Promise<SharedClient> {
    return new SharedClient(await connectDatabase({ uri, database: 'admin', maxPoolSize: MAX_POOL_SIZE }));
  }

  /** Returns a connection to a database. Do not close this connection, because that would close the client. */
  database(name: string): Connection {
    return this.connection.useDb(name).on('operation-start', assertNoWriteOfDryRun);
  }

  /** Closes the connections to all databases. */
  async close(): Promise<void> {
    await this.connection.close();
  }
}
