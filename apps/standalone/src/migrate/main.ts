/**
 * npm run migrate: applies the migrations of every service to the databases at MONGODB_URI, and ends. Services also do so
 * at their start; a job that runs this before a rollout keeps a long migration out of the services' start.
 */
import { DATABASE_PREFIX } from '@keyhaven/contracts/platform/services';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { migrate } from '@keyhaven/persistence/migrations/migrate';
import { databaseSettings, readConfiguration } from '@keyhaven/service/configuration';
import type { ServiceDefinition } from '@keyhaven/service/database-service';
import { definitions } from '../services';

async function main(): Promise<void> {
  const { MONGODB_URI } = readConfiguration(databaseSettings, process.env);
  const services: ServiceDefinition[] = Object.values(definitions);
  for (const { name, migrations = [] } of services) {
    const connection = await connectDatabase({ uri: MONGODB_URI, database: `${DATABASE_PREFIX}${name}` });
    try {
      const applied = await migrate(connection, migrations, { report: (step) => console.log(`${name}: ${step} …`) });
      console.log(`${name}: schema version ${migrations.length}, applied ${applied.length} migrations`);
    } finally {
      await connection.close();
    }
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
