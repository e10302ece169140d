import { mongo } from 'mongoose';
import { connectTo, refusal, startTestServer, type TestServer } from '../test-server';

describe('the embedded database server', () => {
  let test: TestServer;
  beforeAll(async () => (test = await startTestServer()));
  afterAll(() => test.remove());

  it('creates a collection and its database at the first insert, and lists both', async () => {
    const database = test.client.db('listed');
    await database.collection('b').insertOne({});
    await database.createCollection('a');
    expect((await database.listCollections().toArray()).map(({ name, type }) => [name, type])).toEqual([
      ['a', 'collection'],
      ['b', 'collection'],
    ]);
    expect(await database.listCollections({ name: 'b' }, { nameOnly: true }).toArray()).toEqual([
      { name: 'b', type: 'collection' },
    ]);
    expect((await test.client.db().admin().listDatabases()).databases).toContainEqual(
      expect.objectContaining({ name: 'listed' }),
    );
  });

  it('separates collections with the same name in different databases', async () => {
    await test.client
      .db('one')
      .collection('same')
      .insertOne({ _id: 1 as never });
    expect(await test.client.db('two').collection('same').countDocuments()).toBe(0);
  });

  it('removes the indexes of a dropped collection, and the collections of a dropped database', async () => {
    const database = test.client.db('dropped');
    await database.collection('x').createIndex({ a: 1 }, { unique: true });
    await database.collection('x').insertOne({ a: 1 });
    expect(await database.collection('x').drop()).toBe(true);
    await database.collection('x').insertMany([{ a: 1 }, { a: 1 }]);
    expect(await database.collection('x').countDocuments()).toBe(2);
    await database.dropDatabase();
    expect(await database.listCollections().toArray()).toEqual([]);
  });

  it('refuses to create a collection twice, with an invalid name or with unsupported options', async () => {
    const database = test.client.db('refused');
    await database.createCollection('x');
    expect(await refusal(database.createCollection('x'))).toMatchObject({ code: 48 });
    expect(await refusal(database.command({ insert: 'a$b', documents: [{}] }))).toMatchObject({ code: 73 });
    for (const options of [
      { capped: true, size: 1000 },
      { timeseries: { timeField: 't' } },
      { viewOn: 'x', pipeline: [] },
      { validator: { a: 1 } },
    ]) {
      expect(await refusal(database.createCollection('y', options))).toMatchObject({ code: 238 });
    }
    expect(await refusal(database.command({ collMod: 'x' }))).toMatchObject({ code: 115 });
  });

  it('refuses transactions with an error that says that transactions are not supported', async () => {
    const session = test.client.startSession();
    const collection = test.client.db('test').collection('transacted');
    session.startTransaction();
    const expected = { code: 238, message: 'a transaction is not supported by the embedded database' };
    expect(await refusal(collection.insertOne({}, { session }))).toMatchObject(expected);
    await session.endSession();
    expect(await collection.countDocuments()).toBe(0);
  });

  it('refuses retryable writes, as a standalone MongoDB does', async () => {
    const retryable = { insert: 'x', documents: [{}], txnNumber: mongo.Long.fromNumber(1) };
    expect(await refusal(test.client.db('test').command(retryable))).toMatchObject({
      code: 20,
      message: 'Transaction numbers are only allowed on a replica set member or mongos',
    });
  });

  it('works with a driver configured for retryable writes and for majority read and write concern', async () => {
    const client = await connectTo(test.server.uri, {
      retryWrites: true,
      writeConcern: { w: 'majority', journal: true },
      readConcern: { level: 'majority' },
    });
    await client.db('test').collection('retryable').insertOne({ a: 1 });
    expect(await client.db('test').collection('retryable').find().toArray()).toHaveLength(1);
    await client.close();
  });

  it('replies to the commands that drivers send when they connect, and refuses an unknown field', async () => {
    const admin = test.client.db('admin');
    expect(await admin.command({ buildInfo: 1 })).toMatchObject({ version: '7.0.0' });
    expect(await admin.command({ hello: 1 })).toMatchObject({ isWritablePrimary: true, maxWireVersion: 21 });
    for (const name of ['ping', 'serverStatus', 'connectionStatus', 'hostInfo'])
      expect(await admin.command({ [name]: 1 })).toMatchObject({ ok: 1 });
    expect(await refusal(admin.command({ ping: 1, foo: 1 }))).toMatchObject({ code: 40415 });
  });
});
