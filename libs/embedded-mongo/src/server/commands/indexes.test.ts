import type { mongo } from 'mongoose';
import { refusal, startTestServer, type TestServer } from '../test-server';
import { sweepExpired } from '../ttl-sweep';
import { temporaryEngine } from '../../storage/temporary-engine';
import { insertDocument } from '../../storage/write-document';
import { countRecords } from '../../storage/records';
import { validateCollection } from '../../storage/validate-collection';
import { encode } from '../../values/encode';
import { parseIndex } from '../execution/parse-index';
import { buildIndex } from '../../storage/build-index';

describe('indexes of a collection', () => {
  let test: TestServer;
  beforeAll(async () => (test = await startTestServer()));
  afterAll(() => test.remove());
  const valid = async (name: string) => (await test.client.db('test').command({ validate: name })).valid as boolean;

  it('are built from the existing documents, and listed as they were specified', async () => {
    const collection = test.collection();
    await collection.insertMany([{ a: [1, 2] }, { a: 3 }, {}]);
    await collection.createIndex({ a: -1, 'b.c': 1 }, { name: 'n', partialFilterExpression: { a: { $gt: 0 } } });
    const [, index] = await collection.listIndexes().toArray();
    expect(index).toEqual({ v: 2, key: { a: -1, 'b.c': 1 }, name: 'n', partialFilterExpression: { a: { $gt: 0 } } });
    expect(await valid(collection.collectionName)).toBe(true);
  });

  it('are not created twice, and are refused if they conflict with an existing index', async () => {
    const collection = test.collection();
    await collection.createIndex({ a: 1 });
    await collection.createIndex({ a: 1 });
    expect(await collection.listIndexes().toArray()).toHaveLength(2);
    expect(await refusal(collection.createIndex({ a: 1 }, { unique: true }))).toMatchObject({ code: 85 });
    expect(await refusal(collection.createIndex({ b: 1 }, { name: 'a_1' }))).toMatchObject({ code: 86 });
    expect(await refusal(collection.createIndex({ a: 1 }, { name: 'other' }))).toMatchObject({ code: 85 });
  });

  it('cannot be created as unique while there are duplicates, but can be created after the duplicates were removed', async () => {
    const collection = test.collection();
    await collection.insertMany([{ a: 1 }, { a: 2 }, { a: 1 }]);
    expect(await refusal(collection.createIndex({ a: 1 }, { unique: true }))).toMatchObject({ code: 11000 });
    expect(await collection.listIndexes().toArray()).toHaveLength(1);
    await collection.deleteOne({ a: 1 });
    await collection.createIndex({ a: 1 }, { unique: true });
    expect(await valid(collection.collectionName)).toBe(true);
  });

  it.each<[string, mongo.IndexDescription, number]>([
    ['has duplicate values', { key: { b: 1 }, unique: true }, 11000],
    ['conflicts with an existing index', { key: { old: 1 }, unique: true }, 85],
    ['conflicts with another index of the same command', { key: { b: 1 }, name: 'a_1' }, 86],
  ])('are all refused if one index of the command %s', async (_what, refused, code) => {
    const collection = test.collection();
    await collection.createIndex({ old: 1 });
    await collection.insertMany([
      { a: 1, b: 1 },
      { a: 2, b: 1 },
    ]);
    expect(await refusal(collection.createIndexes([{ key: { a: 1 }, unique: true }, refused]))).toMatchObject({ code });
    expect((await collection.listIndexes().toArray()).map(({ name }) => name as string)).toEqual(['_id_', 'old_1']);
    await collection.insertOne({ a: 1 });
    expect(await valid(collection.collectionName)).toBe(true);
  });

  it('do not create the collection if one of them is refused', async () => {
    const collection = test.collection();
    const conflicting: mongo.IndexDescription[] = [{ key: { a: 1 } }, { key: { b: 1 }, name: 'a_1' }];
    expect(await refusal(collection.createIndexes(conflicting))).toMatchObject({ code: 86 });
    expect(await test.client.db('test').listCollections({ name: collection.collectionName }).toArray()).toEqual([]);
  });

  it('with the option unique refuse a second document without the field, and a second one with an empty array', async () => {
    const collection = test.collection();
    await collection.createIndex({ a: 1 }, { unique: true });
    await collection.insertOne({});
    await collection.insertOne({ a: [] });
    expect(await refusal(collection.insertOne({ a: null }))).toMatchObject({ code: 11000 });
    expect(await refusal(collection.insertOne({ a: [] }))).toMatchObject({ code: 11000 });
  });

  it('distinguish long values that begin with the same bytes, and detect equal long values', async () => {
    const collection = test.collection();
    await collection.createIndex({ a: 1 }, { unique: true });
    const long = 'x'.repeat(5000);
    await collection.insertMany([{ a: `${long}1` }, { a: `${long}2` }, { a: long }, { a: 'x' }]);
    expect(await refusal(collection.insertOne({ a: `${long}2` }))).toMatchObject({ code: 11000 });
    expect(await collection.countDocuments({ a: `${long}1` })).toBe(1);
    expect(await collection.countDocuments({ a: { $gt: long } })).toBe(2);
    expect((await collection.find().sort({ a: -1 }).toArray()).map(({ a }) => (a as string).length)).toEqual([
      5001, 5001, 5000, 1,
    ]);
  });

  it('find values that barely fit into an entry', async () => {
    const collection = test.collection();
    await collection.createIndex({ a: 1 });
    await collection.createIndex({ b: -1, a: 1 }, { unique: true });
    const long = 'x'.repeat(1880);
    await collection.insertMany(
      ['b', 'c'].map((last) => ({ _id: `${long}${last}` as never, a: `${long}${last}`, b: 1 })),
    );
    const idsOf = async (filter: object) =>
      (await collection.find(filter).toArray()).map(({ _id }) => String(_id).at(-1));
    expect(await idsOf({ _id: `${long}b` })).toEqual(['b']);
    expect(await idsOf({ _id: { $in: [`${long}a`, `${long}b`, `${long}c`] } })).toEqual(['b', 'c']);
    expect(await idsOf({ a: `${long}a` })).toEqual([]);
    expect(await idsOf({ a: { $in: [`${long}b`, `${long}c`] } })).toEqual(['b', 'c']);
    expect(await idsOf({ a: { $gt: `${long}b` } })).toEqual(['c']);
    expect(await idsOf({ b: 1, a: `${long}c` })).toEqual(['c']);
    expect(await collection.countDocuments({ b: 1, a: { $lt: `${long}c` } })).toBe(1);
    expect((await collection.deleteMany({ a: `${long}a` })).deletedCount).toBe(0);
  });

  it('find a value that barely fits into an entry, even after a longer value was stored truncated', async () => {
    const collection = test.collection();
    await collection.createIndex({ a: 1 }, { unique: true });
    const long = 'x'.repeat(1880);
    await collection.insertOne({ a: long });
    const db = test.client.db('test');
    const { collectionName } = collection;
    const begun = await db.command({ find: collectionName, filter: { a: long }, batchSize: 0 });
    await collection.insertOne({ a: 'y'.repeat(5000) });
    const rest = await db.command({ getMore: begun.cursor.id, collection: collectionName });
    expect(rest.cursor.nextBatch).toMatchObject([{ a: long }]);
    expect(await collection.countDocuments({ a: long })).toBe(1);
  });

  it('can have the same keys if their filters are different', async () => {
    const collection = test.collection();
    await collection.createIndex({ a: 1 }, { name: 'x', partialFilterExpression: { b: 1 } });
    await collection.createIndex({ a: 1 }, { name: 'y', partialFilterExpression: { b: 2 } });
    expect(await collection.listIndexes().toArray()).toHaveLength(3);
  });

  it('can be dropped by name, by keys or all together, except the index on _id', async () => {
    const collection = test.collection();
    await collection.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }, { key: { c: 1 } }]);
    await collection.dropIndex('a_1');
    await test.client.db('test').command({ dropIndexes: collection.collectionName, index: { b: 1 } });
    expect((await collection.listIndexes().toArray()).map(({ name }) => name as string)).toEqual(['_id_', 'c_1']);
    await collection.dropIndexes();
    expect(await collection.listIndexes().toArray()).toHaveLength(1);
    expect(await refusal(collection.dropIndex('_id_'))).toMatchObject({ code: 72 });
    expect(await refusal(collection.dropIndex('a_1'))).toMatchObject({ code: 27 });
  });

  it.each<[string, mongo.IndexSpecification, mongo.CreateIndexesOptions, number]>([
    ['text', { a: 'text' }, {}, 238],
    ['hashed', { a: 'hashed' }, {}, 238],
    ['2dsphere', { a: '2dsphere' }, {}, 238],
    ['wildcard', { '$**': 1 }, {}, 238],
    ['collated', { a: 1 }, { collation: { locale: 'en' } }, 238],
    ['partial and sparse', { a: 1 }, { sparse: true, partialFilterExpression: { a: 1 } }, 67],
    ['partial by $ne', { a: 1 }, { partialFilterExpression: { a: { $ne: 1 } } }, 67],
    ['partial by $exists: false', { a: 1 }, { partialFilterExpression: { a: { $exists: false } } }, 67],
    ['expiring on two fields', { a: 1, b: 1 }, { expireAfterSeconds: 1 }, 67],
  ])('are refused if their type is unsupported or invalid: %s', async (_what, key, options, code) => {
    const collection = test.collection();
    expect(await refusal(collection.createIndex(key, options))).toMatchObject({ code });
  });

  it('with expireAfterSeconds delete expired documents, and no other documents', async () => {
    const temporary = await temporaryEngine();
    const { engine } = temporary;
    const collection = await engine.write(() => {
      const made = engine.catalog.create('d', 'c');
      buildIndex(engine, made, {
        ...parseIndex({ key: { at: 1 }, name: 'at_1', expireAfterSeconds: 10 }),
        id: engine.catalog.takeId(),
      });
      for (const at of [new Date(0), new Date(1000), new Date(2000), 'text', null, [new Date(1), new Date(9000)]])
        insertDocument(engine, made, encode({ at }));
      return made;
    });
    expect(await sweepExpired(engine, new Date(11_000))).toBe(3);
    expect([countRecords(engine.store, collection), validateCollection(engine, collection).errors]).toEqual([3, []]);
    await temporary.remove();
  });
});
