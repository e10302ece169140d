import type { mongo } from 'mongoose';
import { startTestServer, type Collection, type TestServer } from '../test-server';

describe('the explain command', () => {
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

  it('shows that a unique key is looked up and only its document is read', async () => {
    expect(await explain({ user_id: 1, 'booking.id': 3 })).toMatchObject({
      index: 'user_id_1_booking.id_1',
      examined: [1, 1, 1],
    });
  });

  it('shows that no document is read if an index has no entry that satisfies the conditions', async () => {
    expect(await explain({ user_id: 1, arrival: '2027-01-01', 'booking.id': { $gte: 0 } })).toMatchObject({
      index: 'user_id_1_arrival_-1',
      examined: [0, 0, 0],
    });
  });

  it('shows that an index in the requested order is used for many matches, but not for few matches', async () => {
    const rooms = test.collection();
    await rooms.createIndex({ user_id: 1, id: 1 });
    await rooms.createIndex({ user_id: 1, place: 1 });
    await rooms.insertMany(Array.from({ length: 3000 }, (_, id) => ({ user_id: 1, id, place: id % 30 })));
    const indexOf = async (places: number) => {
      const place = { $in: Array.from({ length: places }, (_, at) => at) };
      const found = rooms
        .find({ user_id: 1, id: { $gte: 0 }, place })
        .sort({ id: 1 })
        .limit(400);
      const plan = await found.explain('executionStats');
      return /"indexName":"([^"]+)"/.exec(JSON.stringify(plan.queryPlanner))?.[1];
    };
    expect([await indexOf(30), await indexOf(2)]).toEqual(['user_id_1_id_1', 'user_id_1_place_1']);
  });

  it('shows that an index provides the sort order, forwards and backwards', async () => {
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

  it('shows that an index without bounds provides the sort order, even without a limit', async () => {
    expect(await explain({}, { user_id: 1, arrival: -1 })).toMatchObject({
      index: 'user_id_1_arrival_-1',
      sorts: false,
      examined: [20, 20, 20],
    });
    expect(await explain({}, { _id: -1 })).toMatchObject({ index: '_id_', direction: 'backward', sorts: false });
    // A sparse index may lack documents.
    expect(await explain({}, { code: 1 })).toMatchObject({ sorts: true });
  });

  it('shows the bounds of a range on the second field of an index', async () => {
    const plan = await explain({ user_id: 0, arrival: { $gte: '2026-01-12', $lt: '2026-01-20' } });
    expect(plan).toMatchObject({ index: 'user_id_1_arrival_-1', examined: [4, 4, 4] });
    expect(plan.bounds).toContain('2026-01-12');
  });

  it('shows that a partial index is used only if the query filter implies the index filter', async () => {
    expect(await explain({ due: { $lte: new Date(5) } })).toMatchObject({ index: 'due_1', examined: [6, 6, 6] });
    expect((await explain({ due: null })).index).toBeUndefined();
  });

  it('shows that skipped documents are not read if the index entries are sufficient for the filter', async () => {
    const examined = async (filter: mongo.Filter<mongo.Document>, skip: number) => {
      const plan = await stays.find(filter).sort({ 'booking.id': 1 }).skip(skip).limit(3).explain('executionStats');
      const { nReturned, totalKeysExamined, totalDocsExamined } = plan.executionStats as Record<string, number>;
      return [nReturned, totalKeysExamined, totalDocsExamined];
    };
    const exists = { 'booking.id': { $exists: true } };
    expect(await examined({ user_id: 1, ...exists }, 5)).toEqual([3, 8, 3]);
    expect(await examined({ user_id: { $in: [0, 1] }, 'booking.id': { $gte: 0 } }, 17)).toEqual([3, 20, 20]);
    // The document must be read to know whether the field exists.
    expect(await examined({ user_id: 1, ...exists, arrival: { $exists: true } }, 5)).toEqual([3, 8, 8]);
  });

  it('shows that a sparse index is not used if the filter matches missing fields', async () => {
    expect((await explain({ code: 'x' })).index).toBe('code_1');
    expect((await explain({ code: null })).index).toBeUndefined();
    expect((await explain({}, { code: 1 })).index).toBeUndefined();
  });

  it('shows that a lower and an upper bound on an array field are not combined into one range', async () => {
    expect((await explain({ nights: { $gte: 5, $lte: 5 } })).examined[0]).toBe(2);
    const unlike = test.collection();
    await unlike.createIndex({ n: 1 });
    await unlike.insertOne({ n: [1, 9] });
    expect(await unlike.countDocuments({ n: { $gt: 4, $lt: 6 } })).toBe(1);
  });

  it('shows that an $or uses an index for each branch', async () => {
    const plan = await stays.find({ $or: [{ due: { $lt: new Date(2) } }, { nights: 10 }] }).explain('executionStats');
    expect(JSON.stringify(plan)).toMatch(/"stage":"OR".*due_1.*nights_1/);
    expect((plan.executionStats as mongo.Document).nReturned).toBe(4);
  });

  it('shows that an $or is read branch by branch if it has few matches, but in the requested order if it has many', async () => {
    const bookings = test.collection();
    await bookings.createIndex({ user_id: 1, id: 1 });
    await bookings.createIndex({ user_id: 1, place: 1 });
    await bookings.createIndex({ due: 1 });
    await bookings.insertMany(Array.from({ length: 3000 }, (_, id) => ({ user_id: 1, id, place: id % 30, due: id })));
    const examined = async (place: number, due: number) => {
      const isWanted = { $or: [{ place: { $lt: place } }, { due: { $lt: due } }] };
      const found = bookings
        .find({ user_id: 1, id: { $gte: 0 }, ...isWanted })
        .sort({ id: 1 })
        .limit(20);
      const { executionStats, queryPlanner } = await found.explain('executionStats');
      const { nReturned, totalDocsExamined } = executionStats as Record<string, number>;
      return [JSON.stringify(queryPlanner).includes('"stage":"OR"'), nReturned, totalDocsExamined];
    };
    expect(await examined(0, 0)).toEqual([true, 0, 0]);
    expect(await examined(0, 2)).toEqual([true, 2, 2]);
    expect(await examined(30, 2)).toEqual([false, 20, 20]);
  });

  it('explains deletes, counts and pipelines without running them', async () => {
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

  it('shows that the index with the smaller range is used, or for equal ranges the index in the requested order', async () => {
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
