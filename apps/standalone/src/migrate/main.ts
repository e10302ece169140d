/**
 * `npm run migrate` applies the migrations of all services to the databases at MONGODB_URI and
 * creates their indexes. Services also do this when they start. Run this program before a rollout,
 * so that a long migration does not delay the start of the services.
 */
import { databaseSettings, readConfiguration } from '@keyhaven/service/configuration';
import { definitions } from '../services';
import { migrateServices } from './migrate-services';

async function main(): Promise<void> {
  const { MONGODB_URI: uri } = readConfiguration(databaseSettings, process.env);
  await migrateServices({ uri, services: Object.values(definitions), report: (line) => console.log(line) });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
