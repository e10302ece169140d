import { DATABASE_PREFIX } from '@keyhaven/contracts/platform/services';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { migrate } from '@keyhaven/persistence/migrations/migrate';
import { makeIndexes } from '@keyhaven/service/make-indexes';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { modelSettings } from './model-settings';

export interface MigrateServicesOptions {
  /** The connection string of MongoDB. */
  uri: string;
  services: readonly ServiceDefinition[];
  databasePrefix?: string;
  /** Receives a line for each migration and each service. */
  report: (line: string) => void;
}

/** Applies the migrations of each service to its database, and creates its missing indexes. */
export async function migrateServices({
  uri,
  services,
  databasePrefix = DATABASE_PREFIX,
  report,
}: MigrateServicesOptions): Promise<void> {
  for (const definition of services) {
    const { name, migrations = [] } = definition;
    const connection = await connectDatabase({ uri, database: `${databasePrefix}${name}` });
    try {
      const applied = await migrate(connection, migrations, { report: (step) => report(`${name}: ${step} …`) });
      await makeIndexes(definition, connection, modelSettings(definition));
      report(`${name}: schema version ${migrations.length}, applied ${applied.length} migrations, all indexes exist`);
    } finally {
      await connection.close();
    }
  }
}
