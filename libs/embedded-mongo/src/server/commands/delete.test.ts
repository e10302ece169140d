import { startTestServer, type TestServer } from '../test-server';

describe('the delete command', () => {
  let test: TestServer;
  beforeAll(async () => (test = await startTestServer()));
  afterAll(() => test.remove());

  it('removes one or all matching documents, with their index entries', async () => {
    const collection = test.collection();
    await collection.createIndex({ a: 1 });
    await collection.insertMany(Array.from({ length: 10 }, (_, i) => ({ a: [i % 2, 'x'] })));
    expect(await collection.deleteOne({ a: 1 })).toMatchObject({ deletedCount: 1 });
    expect(await collection.deleteMany({ a: 1 })).toMatchObject({ deletedCount: 4 });
    expect([await collection.countDocuments({ a: 'x' }), await collection.estimatedDocumentCount()]).toEqual([5, 5]);
    const { valid, keysPerIndex } = await test.client.db('test').command({ validate: collection.collectionName });
    expect([valid, keysPerIndex]).toEqual([true, { _id_: 5, a_1: 10 }]);
  });

  it('removes nothing from a collection that does not exist', async () => {
    expect(await test.collection().deleteMany({})).toMatchObject({ deletedCount: 0 });
  });

  it('makes the unique key of the removed document available again', async () => {
    const collection = test.collection();
    await collection.createIndex({ a: 1 }, { unique: true });
    for (let i = 0; i < 5; i++) {
      await collection.insertOne({ a: 1 });
      await collection.deleteOne({ a: 1 });
    }
    expect(await collection.countDocuments()).toBe(0);
  });
});
