import type { mongo } from 'mongoose';
import { refusal, startTestServer, type Collection, type TestServer } from '../test-server';

describe('a query of a collection', () => {
  let test: TestServer;
  let numbers: Collection;
  beforeAll(async () => {
    test = await startTestServer();
    numbers = test.collection();
    await numbers.insertMany(
      Array.from({ length: 1000 }, (_, n) => ({ _id: n, n, even: n % 2 === 0 })) as mongo.Document[],
    );
    await numbers.createIndex({ n: 1 });
  });
  afterAll(() => test.remove());

  it('returns documents in insertion order if no order is requested', async () => {
    const collection = test.collection();
    await collection.insertMany([{ _id: 3 }, { _id: 1 }, { _id: 2 }] as mongo.Document[]);
    expect((await collection.find().toArray()).map(({ _id }) => Number(_id))).toEqual([3, 1, 2]);
    expect((await collection.find().sort({ $natural: -1 }).toArray()).map(({ _id }) => Number(_id))).toEqual([2, 1, 3]);
  });

  it('returns all documents through a cursor, batch by batch', async () => {
    for (const sort of ['n', 'even']) {
      const found = await numbers.find().sort(sort).batchSize(7).toArray();
      expect(new Set(found.map(({ n }) => n as number)).size).toBe(1000);
    }
  });

  it('continues a cursor after documents were deleted, and does not return a document twice', async () => {
    const collection = test.collection();
    await collection.createIndex({ tags: 1 });
    await collection.insertMany(Array.from({ length: 30 }, (_, n) => ({ n, tags: [n, n + 1, n + 2] })));
    const cursor = collection.find({ tags: { $gte: 0 } }).batchSize(5);
    const seen: number[] = [];
    for await (const { n } of cursor) {
      seen.push(n as number);
      if (seen.length === 10) await collection.deleteMany({ n: { $gte: 20 } });
    }
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('projects stored fields and computed fields', async () => {
    expect(await numbers.findOne({ n: 5 }, { projection: { n: 1 } })).toEqual({ _id: 5, n: 5 });
    expect(await numbers.findOne({ n: 5 }, { projection: { n: 0, _id: 0 } })).toEqual({ even: false });
    expect(await numbers.findOne({ n: 5 }, { projection: { _id: 0, twice: { $multiply: ['$n', 2] } } })).toEqual({
      twice: 10,
    });
  });

  it('applies skip and limit after sorting', async () => {
    const found = await numbers.find({ even: true }).sort({ n: -1 }).skip(1).limit(2).toArray();
    expect(found.map(({ n }) => n as number)).toEqual([996, 994]);
  });

  it('can count documents, with and without a filter', async () => {
    expect([
      await numbers.estimatedDocumentCount(),
      await numbers.countDocuments({ n: { $lt: 10 } }),
      await numbers.countDocuments({ even: true }, { limit: 5, skip: 1 }),
    ]).toEqual([1000, 10, 5]);
  });

  it('fails instead of ending early if the index that its cursor reads was dropped', async () => {
    const collection = test.collection();
    await collection.createIndex({ n: 1 });
    await collection.insertMany(Array.from({ length: 20 }, (_, n) => ({ n })));
    const cursor = collection.find({ n: { $gte: 0 } }).batchSize(5);
    await cursor.next();
    await collection.dropIndex('n_1');
    expect(await refusal(cursor.toArray())).toMatchObject({ code: 175 });
  });

  it('refuses to continue a killed cursor', async () => {
    const cursor = numbers.find().batchSize(2);
    await cursor.next();
    const id = cursor.id;
    await cursor.close();
    expect(
      await refusal(test.client.db('test').command({ getMore: id, collection: numbers.collectionName })),
    ).toMatchObject({ code: 43 });
  });

  it('stops at the time limit maxTimeMS', async () => {
    const slow = numbers.find({ $or: [{ even: 'x' }, { n: { $not: { $gte: 0 } } }] });
    expect(await slow.maxTimeMS(10_000).toArray()).toEqual([]);
    const collection = test.collection();
    await collection.insertOne({ a: Array.from({ length: 3000 }, () => 0) });
    const loop = { $map: { input: '$a', in: { $map: { input: '$a', as: 'b', in: 1 } } } };
    const expensive = { $expr: { $eq: [{ $size: loop }, 1] } };
    expect(await refusal(collection.find(expensive).maxTimeMS(1).toArray())).toMatchObject({ code: 50 });
  });

  it('stops at the time limit maxTimeMS even if all documents match', async () => {
    const collection = test.collection();
    await collection.insertMany(Array.from({ length: 10_000 }, (_, n) => ({ n, text: 'x'.repeat(200) })));
    expect(await refusal(collection.distinct('n', {}, { maxTimeMS: 1 }))).toMatchObject({ code: 50 });
    const found = collection.countDocuments({ text: { $gte: 'x' } }, { maxTimeMS: 1 });
    expect(await refusal(found)).toMatchObject({ code: 50 });
  });

  it('returns a document that the same client has just written', async () => {
    const collection = test.collection();
    for (let i = 0; i < 50; i++) {
      await collection.insertOne({ i });
      expect(await collection.findOne({ i })).not.toBeNull();
    }
  });

  it('refuses unsupported options and unknown operators', async () => {
    const refused: [() => Promise<unknown>, number][] = [
      [() => numbers.find({}, { tailable: true }).toArray(), 238],
      [() => numbers.find({}, { collation: { locale: 'de' } }).toArray(), 238],
      [() => numbers.find({}, { let: { a: 1 } }).toArray(), 238],
      [() => numbers.find({}).hint('absent_1').toArray(), 2],
      [() => numbers.find({ $where: 'true' }).toArray(), 238],
      [() => numbers.find({ n: 1 }, { readConcern: { level: 'snapshot' } }).toArray(), 238],
      [() => numbers.find({ n: { $foo: 1 } }).toArray(), 2],
    ];
    for (const [operation, code] of refused) expect(await refusal(operation())).toMatchObject({ code });
  });
});
