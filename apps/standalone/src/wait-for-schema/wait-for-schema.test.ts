import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { ensureIndexes } from '@keyhaven/persistence/indexes';
import { migrate, type Migration } from '@keyhaven/persistence/migrations/migrate';
import { bundleProgram } from '@keyhaven/testing/program';
import { runProcess } from '@keyhaven/testing/run-process';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { type Connection, Schema } from 'mongoose';
import { waitForIdentity } from './wait-for-identity';
import { waitForSchema } from './wait-for-schema';

const uri = testDatabaseUri();
const prefix = freshDatabasePrefix();
const names: string[] = [];
afterAll(() => dropDatabases(prefix, names));

const first: Migration = { name: '0001-first', up: () => Promise.resolve() };
const second: Migration = { name: '0002-second', up: () => Promise.resolve() };

/** The models of one version of a service. The next version has an additional index. */
const registerModels = (connection: Connection): void => {
  connection.model('Stay', new Schema({ night: String, place: Number }).index({ night: 1 }, { unique: true }));
};
const registerNextModels = (connection: Connection) => {
  registerModels(connection);
  connection.model('Stay').schema.index({ place: 1 });
};

/** Returns options for a new, empty database, and the lines that waitForSchema reports. */
function waiting(withinMs = 60_000) {
  const name = `wait${names.length}`;
  names.push(name);
  const lines: string[] = [];
  const options = { uri, database: `${prefix}${name}`, withinMs, everyMs: 10 };
  return {
    ...options,
    migrations: [first, second],
    registerModels,
    lines,
    report: (line: string) => void lines.push(line),
  };
}

async function withDatabase(database: string, work: (connection: Connection) => Promise<unknown>): Promise<void> {
  const connection = await connectDatabase({ uri, database });
  await work(connection).finally(() => connection.close());
}

const applyTo = (database: string, migrations: Migration[]) =>
  withDatabase(database, (connection) => migrate(connection, migrations));

const makeIndexesIn = (database: string, register = registerModels) =>
  withDatabase(database, (connection) => {
    register(connection);
    return ensureIndexes(connection);
  });

describe('waitForSchema', () => {
  it('waits until its last known migration is applied, and the indexes exist', async () => {
    const options = waiting();
    const { database, lines } = options;
    let hasEnded = false;
    const waited = waitForSchema(options).then(() => (hasEnded = true));
    await until(() => lines.length === 1);
    await applyTo(database, [first]);
    await until(() => lines.length === 2);
    expect(hasEnded).toBe(false);
    await applyTo(database, [first, second]);
    await until(() => lines.length === 3);
    expect(hasEnded).toBe(false);
    await makeIndexesIn(database);
    await waited;
    expect(lines).toEqual([
      `waiting: ${database} does not have these migrations yet: 0001-first, 0002-second`,
      `waiting: ${database} does not have these migrations yet: 0002-second`,
      `waiting: ${database} does not have all indexes of this version yet`,
      `${database} has schema version 2 and the indexes, which this version needs`,
    ]);
  });

  it('returns immediately if the database has all migrations and indexes', async () => {
    const options = waiting(0);
    const { database } = options;
    await applyTo(database, [first, second]);
    await makeIndexesIn(database);
    await waitForSchema(options);
    expect(options.lines).toEqual([`${database} has schema version 2 and the indexes, which this version needs`]);
  });

  it('waits while only the indexes of the previous version exist', async () => {
    const options = { ...waiting(0), migrations: [] };
    const next = { ...options, registerModels: registerNextModels };
    await makeIndexesIn(options.database);
    await expect(waitForSchema(next)).rejects.toThrow('does not have all indexes of this version yet');
    await makeIndexesIn(options.database, registerNextModels);
    await waitForSchema(next);
    await waitForSchema(options);
  });

  it('waits while a unique index cannot be created because documents violate it', async () => {
    const options = { ...waiting(0), migrations: [] };
    await withDatabase(options.database, (connection) =>
      connection.collection('stays').insertMany([{ night: '2026-07-01' }, { night: '2026-07-01' }]),
    );
    await expect(makeIndexesIn(options.database)).rejects.toThrow(/E11000/);
    await expect(waitForSchema(options)).rejects.toThrow('does not have all indexes of this version yet');
  });

  it('fails if the program does not know an applied migration, and names this migration', async () => {
    const options = waiting();
    await applyTo(options.database, [first, second]);
    await expect(waitForSchema({ ...options, migrations: [first] })).rejects.toThrow(
      /from a newer version of this program: it applied 0002-second/,
    );
  });

  it('gives up after the time limit, and names the missing migrations', async () => {
    const options = waiting(50);
    await applyTo(options.database, [first]);
    await expect(waitForSchema(options)).rejects.toThrow(
      `gave up after 0 seconds: ${options.database} does not have these migrations yet: 0002-second`,
    );
  });

  it('gives up after the time limit if the database cannot be reached', async () => {
    const unreachable = 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=50';
    await expect(waitForSchema({ ...waiting(50), uri: unreachable })).rejects.toThrow(/cannot be read: .*ECONNREFUSED/);
  });
});

describe('waitForIdentity', () => {
  let version: number | undefined;
  const identity = http.createServer((_request, response) => {
    if (version === undefined) return void response.writeHead(503).end();
    response.end(JSON.stringify({ status: 'ok', schema_version: version }));
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => void identity.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(identity.address() as AddressInfo).port}`;
  });
  afterAll(() => identity.close());

  it('waits until identity serves requests with the schema of this version', async () => {
    const lines: string[] = [];
    let hasEnded = false;
    const waited = waitForIdentity({
      url,
      version: 2,
      withinMs: 60_000,
      everyMs: 10,
      report: (line) => void lines.push(line),
    }).then(() => (hasEnded = true));
    await until(() => lines.length === 1);
    version = 1;
    await until(() => lines.length === 2);
    expect(hasEnded).toBe(false);
    version = 2;
    await waited;
    expect(lines.slice(1)).toEqual([
      'waiting: identity still runs on schema version 1',
      'identity has schema version 2, which this version needs',
    ]);
  });

  it('accepts a newer schema, because a process without a database does not read the data', async () => {
    version = 3;
    await waitForIdentity({ url, version: 2, withinMs: 0, everyMs: 1, report: () => {} });
  });
});

describe('the program wait-for-schema', () => {
  const program = () => bundleProgram('apps/standalone/src/wait-for-schema/main.ts');

  it('exits with 1 and lists the available services if no service is given', async () => {
    const { code, stderr } = await runProcess(process.execPath, [await program()]);
    expect(code).toBe(1);
    expect(stderr).toContain('usage: wait-for-schema SERVICE, which is gateway, identity, booking');
  });

  it('exits with 1 after the time limit, and prints the reason', async () => {
    const environment = { MONGODB_URI: 'mongodb://127.0.0.1:1', WAIT_FOR_SCHEMA_SECONDS: '0' };
    const { code, stderr } = await runProcess(process.execPath, [await program(), 'identity'], { environment });
    expect(code).toBe(1);
    expect(stderr).toContain('gave up after 0 seconds: keyhaven_identity cannot be read');
  });

  it.each(['gateway', 'portal'])('waits for identity if the service is %s, and needs no database', async (name) => {
    const environment = { IDENTITY_URL: 'http://127.0.0.1:1', WAIT_FOR_SCHEMA_SECONDS: '0' };
    const { code, stderr } = await runProcess(process.execPath, [await program(), name], { environment });
    expect(code).toBe(1);
    expect(stderr).toContain('gave up after 0 seconds: identity at http://127.0.0.1:1 does not answer');
  });
});
