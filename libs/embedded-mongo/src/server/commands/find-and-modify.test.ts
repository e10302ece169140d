import { refusal, startTestServer, type TestServer } from '../test-server';

describe('the findAndModify command', () => {
  let test: TestServer;
  beforeAll(async () => (test = await startTestServer()));
  afterAll(() => test.remove());

  it('returns the document before or after the change', async () => {
    const collection = test.collection();
    await collection.insertOne({ n: 1 });
    expect(await collection.findOneAndUpdate({ n: 1 }, { $inc: { n: 1 } })).toMatchObject({ n: 1 });
    expect(await collection.findOneAndUpdate({ n: 2 }, { $inc: { n: 1 } }, { returnDocument: 'after' })).toMatchObject({
      n: 3,
    });
    expect(await collection.findOneAndUpdate({ n: 9 }, { $inc: { n: 1 } })).toBeNull();
  });

  it('changes the first document in the requested order', async () => {
    const collection = test.collection();
    await collection.insertMany([{ n: 2 }, { n: 3 }, { n: 1 }]);
    expect(await collection.findOneAndDelete({}, { sort: { n: -1 } })).toMatchObject({ n: 3 });
    expect(await collection.findOneAndReplace({}, { replaced: true }, { sort: { n: 1 } })).toMatchObject({ n: 1 });
    expect(await collection.countDocuments({ n: { $exists: true } })).toBe(1);
  });

  it('with upsert inserts a document if none matches', async () => {
    const collection = test.collection();
    const result = await collection.findOneAndUpdate(
      { _id: 'seq' as never },
      { $inc: { n: 1 } },
      { upsert: true, returnDocument: 'after', includeResultMetadata: true },
    );
    expect(result).toMatchObject({
      value: { _id: 'seq', n: 1 },
      lastErrorObject: { n: 1, updatedExisting: false, upserted: 'seq' },
    });
  });

  it('loses no increment when two hundred commands run concurrently', async () => {
    const collection = test.collection();
    const results = await Promise.all(
      Array.from({ length: 200 }, () =>
        collection.findOneAndUpdate(
          { _id: 'seq' as never },
          { $inc: { n: 1 } },
          { upsert: true, returnDocument: 'after' },
        ),
      ),
    );
    expect(new Set(results.map((document) => document?.n as number)).size).toBe(200);
  });

  it('accepts an update pipeline and a projection', async () => {
    const collection = test.collection();
    await collection.insertOne({ n: 1, list: [1], secret: 'x' });
    const update = [{ $set: { n: { $add: ['$n', 1] }, list: { $concatArrays: ['$list', [2]] } } }];
    expect(
      await collection.findOneAndUpdate({}, update, { returnDocument: 'after', projection: { _id: 0, secret: 0 } }),
    ).toEqual({ n: 2, list: [1, 2] });
  });

  it('refuses contradictory or missing options', async () => {
    const database = test.client.db('test');
    const command = { findAndModify: 'x', query: {} };
    expect(await refusal(database.command({ ...command, remove: true, update: { a: 1 } }))).toMatchObject({ code: 9 });
    expect(await refusal(database.command({ ...command, remove: true, new: true }))).toMatchObject({ code: 9 });
    expect(await refusal(database.command(command))).toMatchObject({ code: 9 });
  });
});
