import { connectDatabase } from '@keyhaven/persistence/connect';
import { areIndexesMarked } from '@keyhaven/persistence/index-marks';
import { type Migration, NewerSchemaError, pendingMigrations } from '@keyhaven/persistence/migrations/migrate';
import type { Connection } from 'mongoose';
import { type Waiting, waitWhile } from './wait-while';

export interface WaitForSchemaOptions extends Waiting {
  /** The connection string of MongoDB. */
  uri: string;
  database: string;
  /** The migrations that this version of the service knows. */
  migrations: readonly Migration[];
  /** Registers the models whose indexes this version of the service needs. */
  registerModels: (connection: Connection) => void;
}

/**
 * Waits until another process has applied all migrations to a service's database and created all of
 * its indexes. Also waits while the database cannot be reached.
 * @throws NewerSchemaError if the database has migrations that this version does not know.
 * @throws Error with the last reason if the time runs out.
 */
export async function waitForSchema(options: WaitForSchemaOptions): Promise<void> {
  const { database, migrations, report } = options;
  let connection: Connection | undefined;
  const reasonToWait = async () => {
    try {
      connection ??= await connect(options);
      const pending = await pendingMigrations(connection, migrations);
      if (pending.length > 0) return `${database} does not have these migrations yet: ${pending.join(', ')}`;
      if (await areIndexesMarked(connection)) return undefined;
      return `${database} does not have all indexes of this version yet`;
    } catch (error) {
      if (error instanceof NewerSchemaError) throw error;
      return `${database} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
  await waitWhile(reasonToWait, options).finally(() => connection?.close());
  report(`${database} has schema version ${migrations.length} and the indexes, which this version needs`);
}

async function connect({ uri, database, registerModels }: WaitForSchemaOptions): Promise<Connection> {
  const connection = await connectDatabase({ uri, database, maxPoolSize: 1 });
  registerModels(connection);
  return connection;
}
