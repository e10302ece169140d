import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { startDatabaseService } from '@keyhaven/service/database-service';
import { registerModels } from '@keyhaven/service/make-indexes';
import { createLogger } from '@keyhaven/service/observability/logger';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { makeTestKeys } from '@keyhaven/testing/test-keys';
import { definitions } from '../services';
import { waitForSchema } from '../wait-for-schema/wait-for-schema';
import { migrateServices } from './migrate-services';
import { modelSettings } from './model-settings';

const uri = testDatabaseUri();
const migrated = freshDatabasePrefix();
const started = freshDatabasePrefix();
afterAll(() => Promise.all([migrated, started].map((prefix) => dropDatabases(prefix, dataServiceNames))));

const services: ServiceDefinition[] = Object.values(definitions);

/** Returns the indexes of all collections of a database, by collection. */
async function indexesOf(database: string): Promise<Record<string, unknown[]>> {
  const connection = await connectDatabase({ uri, database });
  const names = (await connection.listCollections()).map(({ name }) => name).sort();
  const indexes = names.map(async (name) => {
    const found = await connection.collection(name).indexes();
    return [name, found.sort((a, b) => String(a.name).localeCompare(String(b.name)))] as const;
  });
  const all = Object.fromEntries(await Promise.all(indexes));
  await connection.close();
  return all;
}

/** Returns the stored fingerprints of the indexes that were created. */
async function marksOf(database: string): Promise<unknown[]> {
  const connection = await connectDatabase({ uri, database });
  const marks = await connection.collection('schema_indexes').find().toArray();
  await connection.close();
  return marks.map(({ _id }) => _id);
}

/** Starts a service on an empty database and stops it. @returns its response to /healthz. */
async function startOnce(definition: ServiceDefinition): Promise<unknown> {
  const keys = await makeTestKeys();
  const running = await startDatabaseService(definition, {
    host: '127.0.0.1',
    port: 0,
    logger: createLogger(definition.name, 'silent'),
    databaseUri: uri,
    databasePrefix: started,
    bus: new InProcessBus({ onDeadLetter: () => {} }),
    publicKeys: keys.publicKeys,
    shutdownMs: 1000,
    settings: definition.settings?.parse({ ATTACHMENT_SECRET: 'x'.repeat(32) }),
    peers: { sign: keys.sign, urlOf: () => 'http://127.0.0.1:1' },
    processMetrics: false,
  });
  const health: unknown = await (await fetch(`${running.url}/healthz`)).json();
  await running.stop();
  return health;
}

describe('npm run migrate', () => {
  const lines: string[] = [];
  const run = () => migrateServices({ uri, services, databasePrefix: migrated, report: (line) => lines.push(line) });
  beforeAll(run);

  it('reports the schema version of every service', () => {
    const ended = lines.filter((line) => line.includes('schema version'));
    expect(ended.map((line) => line.split(':')[0])).toEqual(services.map(({ name }) => name));
    expect(ended).toContain('identity: schema version 1, applied 1 migrations, all indexes exist');
  });

  it('creates the schema that the program wait-for-schema expects', async () => {
    for (const definition of services) {
      const { name, migrations = [] } = definition;
      await waitForSchema({
        uri,
        database: `${migrated}${name}`,
        migrations,
        registerModels: (connection) => registerModels(definition, connection, modelSettings(definition)),
        withinMs: 0,
        everyMs: 1,
        report: () => {},
      });
    }
  });

  it.each(services)(
    'creates the same collections and indexes as the service $name creates when it starts',
    async (definition) => {
      // The response must contain the schema version: the gateway and the portal wait until identity has the version
      // that they expect.
      expect(await startOnce(definition)).toEqual({ status: 'ok', schema_version: definition.migrations?.length ?? 0 });
      const expected = await indexesOf(`${started}${definition.name}`);
      const found = await indexesOf(`${migrated}${definition.name}`);
      expect(Object.keys(found)).toEqual(expect.arrayContaining(['id_counters', 'outbox_spill']));
      expect(found).toEqual(expected);
      expect(await marksOf(`${migrated}${definition.name}`)).toEqual(await marksOf(`${started}${definition.name}`));
    },
  );

  it('changes nothing when it runs again', async () => {
    lines.length = 0;
    await run();
    expect(lines).toContain('identity: schema version 1, applied 0 migrations, all indexes exist');
  });
});
