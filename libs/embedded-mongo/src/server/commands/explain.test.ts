import type { mongo } from 'mongoose';
import { startTestServer, type Collection, type TestServer } from '../test-server';

describe('explain', () => {
  let test: TestServer;
  let stays: Collection;
  beforeAll(async () => {
    test = await startTestServer();
    stays = test.collection();
    await stays.createIndex({ user_id: 1, arrival: -1 });
    await stays.createIndex(
      { user_id: 1, 'booking.id': 1 },
      { unique: true, partialFilterExpression: { 'booking.id': { $exists: true } } },
    );
    await stays.createIndex({ due: 1 }, { partialFilterExpression: { due: { $exists: true } } });
    await stays.createIndex({ code: 1 }, { sparse: true });
    await stays.createIndex({ nights: 1 });
    await stays.insertMany(
      Array.from({ length: 20 }, (_, i) => ({
        user_id: i % 2,
        arrival: `2026-01-${10 + i}`,
        booking: { id: i },
        due: new Date(i),
        nights: [i, i + 1],
      })),
    );
  });
  afterAll(() => test.remove());

  async function explain(filter: mongo.Filter<mongo.Document>, sort: mongo.Sort = {}) {
    const plan = await stays.find(filter).sort(sort).explain('executionStats');
    const text = JSON.stringify(plan.queryPlanner);
    const { nReturned, totalKeysExamined, totalDocsExamined } = plan.executionStats as Record<string, number>;
    return {
      index: /"indexName":"([^"]+)"/.exec(text)?.[1],
      direction: /"direction":"(\w+)"/.exec(text)?.[1],
      sorts: text.includes('"stage":"SORT"'),
      bounds: (/"indexBounds":(\{[^}]*\})/.exec(text) ?? [])[1],
      examined: [nReturned, totalKeysExamined, totalDocsExamined],
    };
  }

  it('shows that a unique key is looked up, and that no other document is read', async () => {
    expect(await explain({ user_id: 1, 'booking.id': 3 })).toMatchObject({
      index: 'user_id_1_booking.id_1',
      examined: [1, 1, 1],
    });
  });

  it('shows an order that comes from the index, forwards and backwards', async () => {
    expect(await explain({ user_id: 1 }, { arrival: -1 })).toMatchObject({
      index: 'user_id_1_arrival_-1',
      direction: 'forward',
      sorts: false,
    });
    expect(await explain({ user_id: 1 }, { arrival: 1 })).toMatchObject({
      index: 'user_id_1_arrival_-1',
      direction: 'backward',
      sorts: false,
    });
    expect(await explain({ user_id: 1 }, { due: 1 })).toMatchObject({ sorts: true });
  });

  it('shows the bounds of a range after an equality', async () => {
    const plan = await explain({ user_id: 0, arrival: { $gte: '2026-01-12', $lt: '2026-01-20' } });
    expect(plan).toMatchObject({ index: 'user_id_1_arrival_-1', examined: [4, 4, 4] });
    expect(plan.bounds).toContain('2026-01-12');
  });

  it('shows that a partial index is used only if the filter implies it', async () => {
    expect(await explain({ due: { $lte: new Date(5) } })).toMatchObject({ index: 'due_1', examined: [6, 6, 6] });
    expect((await explain({ due: null })).index).toBeUndefined();
  });

  it('shows that a sparse index is not used if missing fields match', async () => {
    expect((await explain({ code: 'x' })).index).toBe('code_1');
    expect((await explain({ code: null })).index).toBeUndefined();
    expect((await explain({}, { code: 1 })).index).toBeUndefined();
  });

  it('shows that the bounds of an array field are not intersected', async () => {
    expect((await explain({ nights: { $gte: 5, $lte: 5 } })).examined[0]).toBe(2);
    const unlike = test.collection();
    await unlike.createIndex({ n: 1 });
    await unlike.insertOne({ n: [1, 9] });
    expect(await unlike.countDocuments({ n: { $gt: 4, $lt: 6 } })).toBe(1);
  });

  it('shows that the indexes of an $or are combined', async () => {
    const plan = await stays.find({ $or: [{ due: { $lt: new Date(2) } }, { nights: 10 }] }).explain('executionStats');
    expect(JSON.stringify(plan)).toMatch(/"stage":"OR".*due_1.*nights_1/);
    expect((plan.executionStats as mongo.Document).nReturned).toBe(4);
  });

  it('also works for writes, counts and pipelines', async () => {
    const used = (plan: unknown) => JSON.stringify(plan).includes('"indexName":"nights_1"');
    expect(used(await stays.aggregate([{ $match: { nights: 3 } }, { $project: { nights: 1 } }]).explain())).toBe(true);
    const database = test.client.db('test');
    expect(used(await database.command({ explain: { count: stays.collectionName, query: { nights: 3 } } }))).toBe(true);
    expect(
      used(
        await database.command({
          explain: { delete: stays.collectionName, deletes: [{ q: { nights: 3 }, limit: 1 }] },
        }),
      ),
    ).toBe(true);
    expect(await stays.countDocuments({ nights: 3 })).toBe(2);
  });

  it('shows that a smaller range is preferred to the sort order, and the sort order to an equal range', async () => {
    const bookings = test.collection();
    await bookings.createIndex({ user_id: 1, created: -1 });
    await bookings.createIndex({ user_id: 1, arrival: 1 });
    await bookings.insertMany(Array.from({ length: 300 }, (_, i) => ({ user_id: 1, created: i, arrival: i })));
    const examined = async (filter: mongo.Filter<mongo.Document>) => {
      const plan = await bookings.find(filter).sort({ created: -1 }).limit(20).explain('executionStats');
      const index = /"indexName":"([^"]+)"/.exec(JSON.stringify(plan.queryPlanner))?.[1];
      const { totalKeysExamined } = plan.executionStats as { totalKeysExamined: number };
      return { index, totalKeysExamined };
    };
    const few = await examined({ user_id: 1, arrival: { $gte: 100, $lte: 101 } });
    expect(few).toEqual({ index: 'user_id_1_arrival_1', totalKeysExamined: 2 });
    const most = await examined({ user_id: 1, arrival: { $gte: 0 } });
    expect(most).toEqual({ index: 'user_id_1_created_-1', totalKeysExamined: 20 });
  });
});
