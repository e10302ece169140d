import { mongo } from 'mongoose';
import { refusal, startTestServer, type TestServer } from '../test-server';

describe('the insert command', () => {
  let test: TestServer;
  beforeAll(async () => (test = await startTestServer()));
  afterAll(() => test.remove());

  it('stores values of different BSON types, and keeps the order of fields', async () => {
    const collection = test.collection();
    const document = new Map<string, unknown>([
      ['_id', 'x'],
      ['z', new mongo.Int32(1)],
      ['a', new mongo.Double(1)],
      ['7', 'seven'],
      ['long', mongo.Long.fromString('9007199254740993')],
      ['decimal', mongo.Decimal128.fromString('1.10')],
      ['binary', new mongo.Binary(Buffer.from([1, 2]), 4)],
      ['nested', { b: [1, [2], {}], regex: new mongo.BSONRegExp('a', 'i') }],
    ]);
    await test.client.db('test').command({ insert: collection.collectionName, documents: [document] });
    const found = await collection.findOne({}, { raw: true });
    expect(Buffer.from(found as unknown as Uint8Array)).toEqual(Buffer.from(mongo.BSON.serialize(document)));
  });

  it('stores _id as the first field, and generates an _id if it is missing', async () => {
    const collection = test.collection();
    await collection.insertOne({ a: 1, _id: 5 } as mongo.Document, { forceServerObjectId: true });
    await collection.insertOne({ a: 2 }, { forceServerObjectId: true });
    const [first, second] = await collection.find().toArray();
    expect(Object.keys(first ?? {})).toEqual(['_id', 'a']);
    expect(second?._id).toBeInstanceOf(mongo.ObjectId);
  });

  it('reports a duplicate key as MongoDB does', async () => {
    const collection = test.collection();
    await collection.createIndex({ user_id: 1, nights: 1 }, { unique: true });
    await collection.insertOne({ user_id: 1, nights: ['2026-01-01', '2026-01-02'] });
    const error = await collection
      .insertOne({ user_id: 1, nights: ['2026-01-02', '2026-01-03'] })
      .catch((e: mongo.MongoServerError) => e);
    expect(error).toMatchObject({
      code: 11000,
      message: `E11000 duplicate key error collection: ${collection.namespace} index: user_id_1_nights_1 dup key: { user_id: 1, nights: "2026-01-02" }`,
      keyPattern: { user_id: 1, nights: 1 },
      keyValue: { user_id: 1, nights: '2026-01-02' },
    });
    expect(await collection.countDocuments()).toBe(1);
  });

  it('stops an ordered batch at the first refused document, but continues an unordered batch', async () => {
    for (const [ordered, expected] of [
      [true, [1]],
      [false, [1, 2]],
    ] as const) {
      const collection = test.collection();
      const error = (await collection
        .insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }] as mongo.Document[], { ordered })
        .catch((e: unknown) => e)) as mongo.MongoBulkWriteError;
      expect(error.writeErrors).toMatchObject([{ index: 1, code: 11000 }]);
      expect((await collection.find().toArray()).map((document) => document._id)).toEqual(expected);
    }
  });

  it('refuses a document over 16 MB and an _id that is an array', async () => {
    const collection = test.collection();
    expect(await refusal(collection.insertOne({ pad: 'x'.repeat(16.5 * 1024 * 1024) }))).toMatchObject({ code: 10334 });
    expect(await refusal(collection.insertOne({ _id: [1] } as unknown as mongo.Document))).toMatchObject({ code: 53 });
    expect(await collection.countDocuments()).toBe(0);
  });

  it('creates the collection only if it inserts a document', async () => {
    const collection = test.collection();
    const tooLarge = { pad: 'x'.repeat(16.5 * 1024 * 1024) };
    const list = () => test.client.db('test').listCollections({ name: collection.collectionName }).toArray();
    expect(await refusal(collection.insertOne(tooLarge))).toMatchObject({ code: 10334 });
    expect(await refusal(collection.insertOne({ _id: [1] } as unknown as mongo.Document))).toMatchObject({ code: 53 });
    expect(await list()).toEqual([]);
    await refusal(collection.insertMany([{ _id: [1] } as unknown as mongo.Document, { a: 1 }], { ordered: false }));
    expect(await list()).toHaveLength(1);
  });

  it('refuses an _id with a field name that begins with a dollar sign, unless the _id is a DBRef', async () => {
    const collection = test.collection();
    const insert = (_id: unknown) => collection.insertOne({ _id } as mongo.Document);
    for (const id of [{ $a: 1 }, { a: [{ $gt: 1 }] }, { $ref: 'x' }, { $ref: 'x', $id: 1, $other: 1 }])
      expect(await refusal(insert(id))).toMatchObject({ code: 52 });
    const upsert = collection.replaceOne({}, { _id: { $a: 1 } }, { upsert: true });
    expect(await refusal(upsert)).toMatchObject({ code: 52 });
    expect(await collection.countDocuments()).toBe(0);
    await insert({ $ref: 'x', $id: 1, $db: 'y' });
    await insert({ 'a.b': 1 });
    expect(await collection.countDocuments()).toBe(2);
  });

  it('refuses a document with arrays in two fields of one index', async () => {
    const collection = test.collection();
    await collection.createIndex({ a: 1, b: 1 });
    expect(await refusal(collection.insertOne({ a: [1], b: [2] }))).toMatchObject({
      code: 171,
      message: 'cannot index parallel arrays [b] [a]',
    });
  });

  it('stores exactly one of several documents that are inserted concurrently with the same unique key', async () => {
    const collection = test.collection();
    await collection.createIndex({ night: 1 }, { unique: true });
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => collection.insertOne({ night: i % 20 })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(20);
    expect(await collection.countDocuments()).toBe(20);
  });

  it('stores a document without sending a reply if the client requests no acknowledgement', async () => {
    const collection = test.collection();
    await collection.insertOne({ a: 1 }, { writeConcern: { w: 0 } });
    // Count until the document is found. A count may use a different connection, and be executed before the write.
    while ((await collection.countDocuments()) === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await collection.findOne({}, { projection: { _id: 0 } })).toEqual({ a: 1 });
  });
});
