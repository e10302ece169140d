/**
 * `wait-for-schema SERVICE` waits until the service's database at MONGODB_URI has all migrations
 * and indexes that this version needs. The gateway and the portal have no database. For them, the
 * program waits until identity at IDENTITY_URL has the schema of this version. On Kubernetes, the
 * program is the init container of each service. So a new version starts only after a Kubernetes
 * job has migrated the data, and a version that is too old for the data does not start.
 */
import { DATABASE_PREFIX, serviceNames, urlSetting } from '@keyhaven/contracts/platform/services';
import { databaseSettings, readConfiguration } from '@keyhaven/service/configuration';
import { registerModels } from '@keyhaven/service/make-indexes';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { z } from 'zod';
import { modelSettings } from '../migrate/model-settings';
import { definitions } from '../services';
import { waitForIdentity } from './wait-for-identity';
import { waitForSchema } from './wait-for-schema';

const limit = z.object({
  /** The maximum time to wait, in seconds. */
  WAIT_FOR_SCHEMA_SECONDS: z.coerce.number().min(0).max(86_400).default(300),
});
const identityUrl = urlSetting('identity');

/** The pause between two checks, in milliseconds. */
const EVERY_MS = 1000;

async function main(argument: string | undefined): Promise<void> {
  const name = serviceNames.find((known) => known === argument);
  if (!name) throw new Error(`usage: wait-for-schema SERVICE, which is ${serviceNames.join(', ')}`);
  const { WAIT_FOR_SCHEMA_SECONDS } = readConfiguration(limit, process.env);
  const waiting = {
    withinMs: WAIT_FOR_SCHEMA_SECONDS * 1000,
    everyMs: EVERY_MS,
    report: (line: string) => console.log(line),
  };
  if (name === 'gateway' || name === 'portal') {
    const { [identityUrl]: url } = readConfiguration(z.object({ [identityUrl]: z.url() }), process.env);
    const { migrations = [] }: ServiceDefinition = definitions.identity;
    return waitForIdentity({ ...waiting, url, version: migrations.length });
  }
  const definition: ServiceDefinition = definitions[name];
  const { MONGODB_URI: uri } = readConfiguration(databaseSettings, process.env);
  await waitForSchema({
    ...waiting,
    uri,
    database: `${DATABASE_PREFIX}${name}`,
    migrations: definition.migrations ?? [],
    registerModels: (connection) => registerModels(definition, connection, modelSettings(definition)),
  });
}

// As the first process of a container, this program would ignore these signals if it did not handle
// them.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
