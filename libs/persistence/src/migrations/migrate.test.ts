import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import { type Connection, STATES } from 'mongoose';
import { connectDatabase } from '../connect';
import { migrate, type Migration } from './migrate';

const uri = testDatabaseUri();
const prefix = freshDatabasePrefix();
const opened: Connection[] = [];
let databases = 0;

/** Connects to a new database several times, as several processes would. */
async function connections(count: number): Promise<Connection[]> {
  const database = `${prefix}migrations${(databases += 1)}`;
  const all = await Promise.all(Array.from({ length: count }, () => connectDatabase({ uri, database })));
  opened.push(...all);
  return all;
}
afterAll(async () => {
  const living = opened.filter(({ readyState }) => readyState === STATES.connected);
  for (const connection of living) await connection.dropDatabase();
  await Promise.all(living.map((connection) => connection.close()));
});

interface Counted {
  _id: string;
  runs: number;
}
const runsOf = (connection: Connection) => connection.collection<Counted>('runs');
/**
 * A migration that counts its runs. It is deliberately not idempotent, so that a test notices a
 * second run.
 */
const counting = (name: string): Migration => ({
  name,
  up: async (connection) => {
    await runsOf(connection).updateOne({ _id: name }, { $inc: { runs: 1 } }, { upsert: true });
  },
});
const countedIn = async (connection: Connection) =>
  Object.fromEntries((await runsOf(connection).find().toArray()).map(({ _id, runs }) => [_id, runs]));
const appliedIn = async (connection: Connection) =>
  (
    await connection.collection<{ _id: string; version: number }>('schema_migrations').find().sort({ _id: 1 }).toArray()
  ).map(({ _id, version }) => [_id, version]);

const first = counting('0001-first');
const second = counting('0002-second');

describe('migrations', () => {
  it('run once and in order when several processes start at the same time', async () => {
    const processes = await connections(4);
    const applied = await Promise.all(processes.map((one) => migrate(one, [first, second], { leaseMs: 2000 })));
    expect(applied.flat().sort()).toEqual(['0001-first', '0002-second']);
    expect(await countedIn(processes[0]!)).toEqual({ '0001-first': 1, '0002-second': 1 });
    expect(await appliedIn(processes[0]!)).toEqual([
      ['0001-first', 1],
      ['0002-second', 2],
    ]);
  });

  it('run at the next start if they are new, while applied migrations do not run again', async () => {
    const [connection] = await connections(1);
    await migrate(connection!, [first]);
    expect(await migrate(connection!, [first, second])).toEqual(['0002-second']);
    expect(await migrate(connection!, [first, second])).toEqual([]);
    expect(await countedIn(connection!)).toEqual({ '0001-first': 1, '0002-second': 1 });
  });

  it('are continued by another process if the first process dies in the middle of a migration', async () => {
    const [dying, next] = await connections(2);
    let isInTheMiddle = false;
    const halfway: Migration = {
      name: '0002-halfway',
      up: async (connection) => {
        await counting('half').up(connection);
        isInTheMiddle = true;
        await new Promise(() => {});
      },
    };
    const whole: Migration = {
      name: '0002-halfway',
      up: async (connection) => {
        await runsOf(connection).updateOne({ _id: 'whole' }, { $set: { runs: 1 } }, { upsert: true });
      },
    };
    void migrate(dying!, [first, halfway], { leaseMs: 300 }).catch(() => {});
    await until(() => isInTheMiddle);
    await dying!.close();
    expect(await migrate(next!, [first, whole], { leaseMs: 300 })).toEqual(['0002-halfway']);
    expect(await countedIn(next!)).toEqual({ '0001-first': 1, half: 1, whole: 1 });
  });

  it('block other processes as long as the process that runs the migrations renews its lock', async () => {
    const [slow, waiting] = await connections(2);
    let isRunning = false;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const long: Migration = {
      name: '0001-long',
      up: async (connection) => {
        isRunning = true;
        await finished;
        await counting('long').up(connection);
      },
    };
    const leaseMs = 200;
    const running = migrate(slow!, [long], { leaseMs });
    await until(() => isRunning);
    const waited = migrate(waiting!, [counting('0001-long')], { leaseMs });
    await new Promise((resolve) => setTimeout(resolve, 4 * leaseMs));
    finish();
    expect([await running, await waited]).toEqual([['0001-long'], []]);
    expect(await countedIn(waiting!)).toEqual({ long: 1 });
  });

  it('prevent the start if a migration fails, and the next start tries this migration again', async () => {
    const [connection] = await connections(1);
    const failing: Migration = { name: '0002-second', up: () => Promise.reject(new Error('no space')) };
    await expect(migrate(connection!, [first, failing])).rejects.toThrow('no space');
    expect(await migrate(connection!, [first, second])).toEqual(['0002-second']);
  });

  it('prevent the start if the database has an applied migration that the program does not contain', async () => {
    const [connection] = await connections(1);
    await migrate(connection!, [first, second]);
    await expect(migrate(connection!, [first])).rejects.toThrow(
      `the data in ${connection!.name} are from a newer version of this program: it applied 0002-second, and this ` +
        'version knows the schema up to version 1',
    );
  });

  it.each(['0003-second', '2-second', '0002_second', '0001-again'])(
    'are refused if the second migration is named %s',
    async (name) => {
      const [connection] = await connections(1);
      await expect(migrate(connection!, [first, counting(name)])).rejects.toThrow('must be like 0002-what-it-does');
    },
  );
});
