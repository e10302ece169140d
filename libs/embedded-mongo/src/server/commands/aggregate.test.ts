import { startTestServer, type Collection, type TestServer } from '../test-server';

describe('the aggregate and distinct commands', () => {
  let test: TestServer;
  let sales: Collection;
  beforeAll(async () => {
    test = await startTestServer();
    sales = test.collection();
    await sales.createIndex({ city: 1, n: 1 });
    await sales.insertMany(Array.from({ length: 300 }, (_, n) => ({ _id: n as never, city: `c${n % 3}`, n })));
  });
  afterAll(() => test.remove());

  it('run $match, $sort, $skip and $limit with the same result as a query', async () => {
    const found = await sales
      .aggregate([{ $match: { city: 'c1' } }, { $sort: { n: -1 } }, { $skip: 1 }, { $limit: 2 }])
      .toArray();
    expect(found.map(({ n }) => n as number)).toEqual([295, 292]);
  });

  it('run the stages in the given order, such as a $limit before a $skip or a $sort after a $limit', async () => {
    expect(await sales.aggregate([{ $limit: 2 }, { $skip: 1 }]).toArray()).toMatchObject([{ n: 1 }]);
    expect(await sales.aggregate([{ $limit: 3 }, { $sort: { n: -1 } }, { $limit: 1 }]).toArray()).toMatchObject([
      { n: 2 },
    ]);
    expect(await sales.aggregate([{ $skip: 299 }, { $match: { n: { $lt: 5 } } }]).toArray()).toEqual([]);
  });

  it('group documents, and return the groups through a cursor', async () => {
    const cursor = sales.aggregate([{ $group: { _id: '$n', cities: { $push: '$city' } } }], { batchSize: 10 });
    expect(new Set((await cursor.toArray()).map(({ _id }) => _id as number)).size).toBe(300);
  });

  it('join another collection with $lookup', async () => {
    const cities = test.collection();
    await cities.insertOne({ _id: 'c1' as never, name: 'Lisbon' });
    const [found] = await sales
      .aggregate([
        { $match: { n: 1 } },
        { $lookup: { from: cities.collectionName, localField: 'city', foreignField: '_id', as: 'cities' } },
      ])
      .toArray();
    expect(found).toMatchObject({ n: 1, cities: [{ name: 'Lisbon' }] });
  });

  it('return no documents for a collection that does not exist', async () => {
    expect(
      await test
        .collection()
        .aggregate([{ $group: { _id: null, n: { $sum: 1 } } }])
        .toArray(),
    ).toEqual([]);
  });

  it('refuse a result document of more than 16 MB', async () => {
    const texts = test.collection();
    await texts.insertMany(Array.from({ length: 17 }, () => ({ text: 'x'.repeat(2 ** 20) })));
    const all = texts.aggregate([{ $group: { _id: null, all: { $push: '$$ROOT' } } }]).toArray();
    await expect(all).rejects.toMatchObject({ code: 10334 });
  });

  it('return distinct values, including the values of array elements', async () => {
    expect(await sales.distinct('city')).toEqual(['c0', 'c1', 'c2']);
    const lists = test.collection();
    await lists.insertMany([{ a: [1, 2] }, { a: [] }, { a: 2 }, {}, { a: null }]);
    expect(await lists.distinct('a')).toEqual([null, 1, 2]);
  });
});
