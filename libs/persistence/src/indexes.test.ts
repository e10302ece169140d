import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { type Connection, Schema } from 'mongoose';
import { connectDatabase } from './connect';
import { areIndexesMarked } from './index-marks';
import { ensureIndexes } from './indexes';

const prefix = freshDatabasePrefix();
const names: string[] = [];
const connections: Connection[] = [];
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await dropDatabases(prefix, names);
});

function newDatabase(): string {
  names.push(`indexes${names.length}`);
  return `${prefix}${names.at(-1)}`;
}

/** Connects as a process whose version declares the given indexes on stays. */
async function connect(database: string, ...indexes: [Record<string, 1 | -1>, object?][]): Promise<Connection> {
  const connection = await connectDatabase({ uri: testDatabaseUri(), database });
  connections.push(connection);
  const schema = new Schema({ night: String, place: Number });
  for (const [key, options] of indexes) schema.index(key, options);
  connection.model('Stay', schema);
  return connection;
}

const unique = { unique: true };
const byNight: [Record<string, 1>, object] = [{ night: 1 }, unique];

describe('the stored mark that all indexes of a program version are built', () => {
  it('is set after all indexes are built, and is found by other processes of the same version', async () => {
    const database = newDatabase();
    const [one, other] = [await connect(database, byNight), await connect(database, byNight)];
    expect(await areIndexesMarked(one)).toBe(false);
    await ensureIndexes(one);
    expect([await areIndexesMarked(one), await areIndexesMarked(other)]).toEqual([true, true]);
  });

  it.each<[string, [Record<string, 1 | -1>, object?][]]>([
    ['has an additional index', [byNight, [{ place: 1 }]]],
    ['has the same index without uniqueness', [[{ night: 1 }]]],
    ['has an index with a filter', [[{ night: 1 }, { unique: true, partialFilterExpression: { place: 1 } }]]],
    ['has an index with a different sort direction', [[{ night: -1 }, unique]]],
    ['has no index', []],
  ])('is not found by a version that %s', async (_, indexes) => {
    const database = newDatabase();
    await ensureIndexes(await connect(database, byNight));
    expect(await areIndexesMarked(await connect(database, ...indexes))).toBe(false);
  });

  it('is not set if an index cannot be built', async () => {
    const connection = await connect(newDatabase(), byNight);
    await connection.collection('stays').insertMany([{ night: '2026-07-01' }, { night: '2026-07-01' }]);
    await expect(ensureIndexes(connection)).rejects.toThrow(/E11000/);
    expect(await areIndexesMarked(connection)).toBe(false);
  });

  it('does not prevent the next start from building a dropped index again', async () => {
    const connection = await connect(newDatabase(), byNight);
    await ensureIndexes(connection);
    await connection.collection('stays').dropIndexes();
    await ensureIndexes(connection);
    const stored = await connection.collection('stays').indexes();
    expect(stored.map(({ key }) => key as object)).toContainEqual({ night: 1 });
  });
});

describe('ensureIndexes without the stored mark', () => {
  it('sends a command to create every index, even an existing one, because its build may not be finished', async () => {
    const database = newDatabase();
    const first = await connect(database, byNight);
    await first.model('Stay').createCollection();
    // An operator may have created the index under a different name.
    await first.collection('stays').createIndex({ night: 1 }, { ...unique, name: 'by_night' });
    const asked = jest.spyOn(first.model('Stay').collection, 'createIndexes');
    await ensureIndexes(first);
    expect(asked).toHaveBeenCalledTimes(1);
    await ensureIndexes(first);
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
