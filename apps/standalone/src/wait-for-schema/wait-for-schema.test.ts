import { connectDatabase } from '@keyhaven/persistence/connect';
import { migrate, type Migration } from '@keyhaven/persistence/migrations/migrate';
import { bundleProgram } from '@keyhaven/testing/program';
import { runProcess } from '@keyhaven/testing/run-process';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { waitForSchema } from './wait-for-schema';

const uri = testDatabaseUri();
const prefix = freshDatabasePrefix();
const names: string[] = [];
afterAll(() => dropDatabases(prefix, names));

const first: Migration = { name: '0001-first', up: () => Promise.resolve() };
const second: Migration = { name: '0002-second', up: () => Promise.resolve() };

/** Returns options for a new, empty database, and the lines that were reported. */
function waiting(withinMs = 60_000) {
  const name = `wait${names.length}`;
  names.push(name);
  const lines: string[] = [];
  const options = { uri, database: `${prefix}${name}`, withinMs, everyMs: 10 };
  return { ...options, migrations: [first, second], lines, report: (line: string) => void lines.push(line) };
}

async function applyTo(database: string, migrations: Migration[]): Promise<void> {
  const connection = await connectDatabase({ uri, database });
  await migrate(connection, migrations);
  await connection.close();
}

describe('waiting for the schema', () => {
  it('lasts until the last migration that the program knows is applied', async () => {
    const options = waiting();
    const { database, lines } = options;
    let hasEnded = false;
    const waited = waitForSchema(options).then(() => (hasEnded = true));
    await until(() => lines.length === 1);
    await applyTo(database, [first]);
    await until(() => lines.length === 2);
    expect(hasEnded).toBe(false);
    await applyTo(database, [first, second]);
    await waited;
    expect(lines).toEqual([
      `waiting: ${database} does not have these migrations yet: 0001-first, 0002-second`,
      `waiting: ${database} does not have these migrations yet: 0002-second`,
      `${database} has schema version 2, which this version needs`,
    ]);
  });

  it('ends immediately on a database that has all migrations', async () => {
    const options = waiting(0);
    await applyTo(options.database, [first, second]);
    await waitForSchema(options);
    expect(options.lines).toEqual([`${options.database} has schema version 2, which this version needs`]);
  });

  it('fails with the name of a migration that the program does not know', async () => {
    const options = waiting();
    await applyTo(options.database, [first, second]);
    await expect(waitForSchema({ ...options, migrations: [first] })).rejects.toThrow(
      /from a newer version of this program: it applied 0002-second/,
    );
  });

  it('gives up after the limit, and names the missing migrations', async () => {
    const options = waiting(50);
    await applyTo(options.database, [first]);
    await expect(waitForSchema(options)).rejects.toThrow(
      `gave up after 0 seconds: ${options.database} does not have these migrations yet: 0002-second`,
    );
  });

  it('gives up after the limit if the database cannot be reached', async () => {
    const unreachable = 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=50';
    await expect(waitForSchema({ ...waiting(50), uri: unreachable })).rejects.toThrow(/cannot be read: .*ECONNREFUSED/);
  });
});

describe('the program wait-for-schema', () => {
  const program = () => bundleProgram('apps/standalone/src/wait-for-schema/main.ts');

  it('exits with 1 and the known services if it is given no service', async () => {
    const { code, stderr } = await runProcess(process.execPath, [await program()]);
    expect(code).toBe(1);
    expect(stderr).toContain('usage: wait-for-schema SERVICE, which is identity, booking');
  });

  it('exits with 1 after the limit, and says why', async () => {
    const environment = { MONGODB_URI: 'mongodb://127.0.0.1:1', WAIT_FOR_SCHEMA_SECONDS: '0' };
    const { code, stderr } = await runProcess(process.execPath, [await program(), 'identity'], { environment });
    expect(code).toBe(1);
    expect(stderr).toContain('gave up after 0 seconds: keyhaven_identity cannot be read');
  });
});
