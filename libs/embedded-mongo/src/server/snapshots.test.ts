import type { mongo } from 'mongoose';
import { refusal, startTestServer, type TestServer } from './test-server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.remove());

/** Reads a whole collection in small batches, and calls `between` after the first document. */
async function readAll(collection: mongo.Collection, session: mongo.ClientSession, between = () => Promise.resolve()) {
  const read: unknown[] = [];
  for await (const document of collection.find({}, { session, batchSize: 2 })) {
    read.push(document);
    if (read.length === 1) await between();
  }
  return read;
}

describe('a session with a snapshot', () => {
  it('reads all databases as they were at its first read, while other clients write', async () => {
    const [first, other] = [test.collection(), test.client.db('other').collection('names')];
    const numbers = Array.from({ length: 50 }, (_, n) => ({ _id: n as any, n }));
    await first.insertMany(numbers);
    await other.insertMany([{ _id: 1 as any }, { _id: 2 as any }]);
    const session = test.client.startSession({ snapshot: true });
    const during = async () => {
      await first.updateMany({}, { $inc: { n: 100 } });
      await first.deleteMany({ _id: { $gte: 40 as any } });
      await first.insertOne({ n: 1000 });
      await other.deleteMany({});
    };
    expect(await readAll(first, session, during)).toEqual(numbers);
    expect(await readAll(other, session)).toEqual([{ _id: 1 }, { _id: 2 }]);
    expect(await readAll(first, session)).toEqual(numbers);
    await session.endSession();
    expect([await first.countDocuments(), await other.countDocuments()]).toEqual([41, 0]);
    const later = test.client.startSession({ snapshot: true });
    expect(await readAll(first, later)).toHaveLength(41);
    await later.endSession();
  });

  it('reads collections as they were at its first read, even if they are dropped or created again later', async () => {
    const [first, dropped, again] = [test.collection(), test.collection(), test.collection()];
    for (const collection of [first, dropped, again]) await collection.insertOne({ _id: 1 as any });
    const session = test.client.startSession({ snapshot: true });
    expect(await readAll(first, session)).toEqual([{ _id: 1 }]);
    await dropped.drop();
    await again.drop();
    await again.insertOne({ _id: 2 as any });
    expect(await readAll(dropped, session)).toEqual([{ _id: 1 }]);
    expect(await readAll(again, session)).toEqual([{ _id: 1 }]);
    await session.endSession();
    expect([await dropped.countDocuments(), await again.findOne()]).toEqual([0, { _id: 2 }]);
  });

  it('reads a collection that does not exist as an empty collection', async () => {
    const session = test.client.startSession({ snapshot: true });
    expect(await readAll(test.collection(), session)).toEqual([]);
    await session.endSession();
  });

  it('can only read whole collections: filters, sorts and pipelines are refused', async () => {
    const session = test.client.startSession({ snapshot: true });
    const collection = test.collection();
    const refused = [
      () => collection.find({ a: 1 }, { session }).toArray(),
      () => collection.find({}, { session }).sort({ a: 1 }).toArray(),
      () => collection.aggregate([{ $match: {} }], { session }).toArray(),
    ];
    for (const operation of refused) expect(await refusal(operation())).toMatchObject({ code: 238 });
    await session.endSession();
  });
});
