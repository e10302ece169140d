/**
 * `wait-for-schema SERVICE` waits until all migrations that this version knows are applied to the service's database at
 * MONGODB_URI. It is the init container of each service on Kubernetes: the new version starts after its migrations have
 * run in a job, and a version that is too old for the data does not start.
 */
import { DATABASE_PREFIX } from '@keyhaven/contracts/platform/services';
import { databaseSettings, readConfiguration } from '@keyhaven/service/configuration';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { z } from 'zod';
import { definitions } from '../services';
import { waitForSchema } from './wait-for-schema';

const settings = databaseSettings.extend({
  /** How long to wait before it gives up, in seconds. */
  WAIT_FOR_SCHEMA_SECONDS: z.coerce.number().min(0).max(86_400).default(300),
});

/** The pause between two checks. */
const EVERY_MS = 1000;

async function main(name: string | undefined): Promise<void> {
  const services: Record<string, ServiceDefinition> = definitions;
  const definition = name === undefined ? undefined : services[name];
  if (!definition) throw new Error(`usage: wait-for-schema SERVICE, which is ${Object.keys(services).join(', ')}`);
  const { MONGODB_URI: uri, WAIT_FOR_SCHEMA_SECONDS } = readConfiguration(settings, process.env);
  await waitForSchema({
    uri,
    database: `${DATABASE_PREFIX}${definition.name}`,
    migrations: definition.migrations ?? [],
    withinMs: WAIT_FOR_SCHEMA_SECONDS * 1000,
    everyMs: EVERY_MS,
    report: (line) => console.log(line),
  });
}

// The first process of a container ignores signals that it does not handle.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
