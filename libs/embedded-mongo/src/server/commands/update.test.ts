import type { mongo } from 'mongoose';
import { refusal, startTestServer, type TestServer } from '../test-server';

describe('the update command', () => {
  let test: TestServer;
  beforeAll(async () => (test = await startTestServer()));
  afterAll(() => test.remove());

  it('counts matched and modified documents separately', async () => {
    const collection = test.collection();
    await collection.insertMany([{ a: 1 }, { a: 2 }, { a: 2 }]);
    expect(await collection.updateMany({}, { $set: { a: 2 } })).toMatchObject({ matchedCount: 3, modifiedCount: 1 });
  });

  it('updates the index entries of the document', async () => {
    const collection = test.collection();
    await collection.createIndex({ tags: 1 });
    await collection.insertOne({ tags: ['a', 'b'] });
    await collection.updateOne({ tags: 'a' }, { $pull: { tags: 'a' } as mongo.Document });
    expect([await collection.countDocuments({ tags: 'a' }), await collection.countDocuments({ tags: 'b' })]).toEqual([
      0, 1,
    ]);
    expect(await test.client.db('test').command({ validate: collection.collectionName })).toMatchObject({
      valid: true,
    });
  });

  it('updates each document only once, even if the update moves the document forward in the index', async () => {
    const collection = test.collection();
    await collection.createIndex({ n: 1 });
    await collection.insertMany(Array.from({ length: 50 }, (_, n) => ({ n })));
    expect(await collection.updateMany({ n: { $gte: 0 } }, { $inc: { n: 100 } })).toMatchObject({ modifiedCount: 50 });
    expect((await collection.find().sort({ n: 1 }).toArray()).map(({ n }) => n as number)).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 100),
    );
  });

  it('with upsert inserts the fields of the filter, and reports the new _id', async () => {
    const collection = test.collection();
    const result = await collection.updateOne(
      { user_id: 1, _id: 'x' as unknown as mongo.ObjectId },
      { $set: { a: 1 } },
      { upsert: true },
    );
    expect(result).toMatchObject({ matchedCount: 0, upsertedCount: 1, upsertedId: 'x' });
    expect(await collection.findOne()).toEqual({ _id: 'x', user_id: 1, a: 1 });
  });

  it('refuses to change an _id', async () => {
    const collection = test.collection();
    await collection.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ] as mongo.Document[]);
    expect(await refusal(collection.updateOne({ a: 1 }, { $set: { _id: 2 } }))).toMatchObject({ code: 66 });
    expect(await refusal(collection.replaceOne({ a: 1 }, { _id: 3 }))).toMatchObject({ code: 66 });
  });

  it('leaves a document unchanged if its new unique key already exists', async () => {
    const collection = test.collection();
    await collection.createIndex({ a: 1 }, { unique: true });
    await collection.insertMany([{ a: 1 }, { a: 2, b: 'as it was' }]);
    expect(await refusal(collection.updateOne({ a: 2 }, { $set: { a: 1, b: 'changed' } }))).toMatchObject({
      code: 11000,
    });
    expect(await collection.findOne({ a: 2 }, { projection: { _id: 0 } })).toEqual({ a: 2, b: 'as it was' });
  });

  it('lets exactly one of fifty clients take a lease', async () => {
    const collection = test.collection();
    await collection.insertOne({ lease: new Date(0) });
    const now = new Date();
    const results = await Promise.all(
      Array.from({ length: 50 }, () =>
        collection.updateOne({ lease: { $lte: now } }, { $set: { lease: new Date(now.getTime() + 60_000) } }),
      ),
    );
    expect(results.reduce((sum, { modifiedCount }) => sum + modifiedCount, 0)).toBe(1);
  });

  it('uses one value of $$NOW for the whole command', async () => {
    const collection = test.collection();
    await collection.insertMany([{}, {}, {}]);
    await collection.updateMany({}, [{ $set: { at: '$$NOW', again: '$$NOW' } }]);
    const found = await collection.find().toArray();
    expect(new Set(found.flatMap(({ at, again }) => [Number(at), Number(again)])).size).toBe(1);
  });

  it('runs a bulk write of upserts with pipelines, and reports which of the upserts inserted a document', async () => {
    const collection = test.collection();
    const write = (id: number) => ({
      updateOne: {
        filter: { user_id: 1, _id: id as unknown as mongo.ObjectId },
        update: [{ $set: { n: { $add: [{ $ifNull: ['$n', 0] }, 1] } } }],
        upsert: true,
      },
    });
    const result = await collection.bulkWrite([write(1), write(2), write(1)]);
    expect([result.upsertedIds, result.matchedCount]).toEqual([{ 0: 1, 1: 2 }, 1]);
    expect(await collection.find().toArray()).toEqual([
      { _id: 1, user_id: 1, n: 2 },
      { _id: 2, user_id: 1, n: 1 },
    ]);
  });

  it('refuses an unsupported collation, and a hint with the name of an index that does not exist', async () => {
    const collection = test.collection();
    await collection.insertOne({ a: 'x' });
    expect(
      await refusal(collection.updateOne({ a: 'X' }, { $set: { b: 1 } }, { collation: { locale: 'en', strength: 2 } })),
    ).toMatchObject({ code: 238 });
    expect(await refusal(collection.updateOne({}, { $set: { b: 1 } }, { hint: 'none_1' }))).toMatchObject({ code: 2 });
  });

  it('refuses a sort, which MongoDB supports only since version 8', async () => {
    const collection = test.collection();
    await collection.insertOne({ a: 1 });
    expect(await refusal(collection.updateOne({}, { $set: { a: 2 } }, { sort: { a: 1 } }))).toMatchObject({
      code: 40415,
    });
    expect(await collection.findOne({}, { projection: { _id: 0 } })).toEqual({ a: 1 });
  });
});
