import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import type { Connection } from 'mongoose';
import { ID_COUNTERS, ID_FLOOR, IdAllocator } from './allocate-ids';
import { connectDatabase } from './connect';

const prefix = freshDatabasePrefix();
const PROCESSES = 8;
/** Each process has its own connection. */
let connections: Connection[];
beforeAll(async () => {
  const settings = { uri: testDatabaseUri(), database: `${prefix}ids` };
  connections = await Promise.all(Array.from({ length: PROCESSES }, () => connectDatabase(settings)));
});
beforeEach(() => counters().deleteMany({}));
afterAll(async () => {
  for (const connection of connections) await connection.close();
  await dropDatabases(prefix, ['ids']);
});

const counters = () => connections[0]!.collection<{ _id: string; last: number }>(ID_COUNTERS);
const startProcesses = () =>
  connections.map((connection) => {
    connection.deleteModel(/^IdCounter$/);
    return new IdAllocator(connection);
  });

describe('the allocator of ids', () => {
  it('starts at 1 for a new kind of record', async () => {
    const [ids] = startProcesses();
    expect([await ids!.next('note'), await ids!.next('note'), await ids!.next('owner')]).toEqual([1, 2, 1]);
  });

  it('starts above the floor that a restore has set, for a kind of record that is not in the backup', async () => {
    await counters().insertMany([
      { _id: ID_FLOOR, last: 1_000_000 },
      { _id: 'note', last: 1_000_007 },
    ]);
    const [ids] = startProcesses();
    expect([await ids!.next('note'), await ids!.next('owner')]).toEqual([1_000_008, 1_000_001]);
    expect(await counters().findOne({ _id: ID_FLOOR })).toMatchObject({ last: 1_000_000 });
  });

  it.each([0, 1_000_000])(
    'gives different ids to processes that use a new counter at the same time (floor: %i)',
    async (floor) => {
      if (floor > 0) await counters().insertOne({ _id: ID_FLOOR, last: floor });
      const processes = startProcesses();
      const ids = await Promise.all(processes.map((process) => process.next('note')));
      const firsts = Array.from({ length: PROCESSES }, (_, block) => floor + block * 100 + 1);
      expect(ids.sort((one, other) => one - other)).toEqual(firsts);
    },
  );
});
