import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import mongoose from 'mongoose';
import { connectServices } from './connect-services';
import { ReadableCollection } from './readable-collection';

describe('npm run console', () => {
  const prefix = freshDatabasePrefix();
  beforeAll(async () => {
    const connection = await mongoose.createConnection(testDatabaseUri()).asPromise();
    const stays = connection.useDb(`${prefix}booking`).collection<{ _id: number; status: string }>('stays');
    const status = (id: number) => (id % 2 === 0 ? 'active' : 'canceled');
    await stays.insertMany(Array.from({ length: 30 }, (_, _id) => ({ _id, status: status(_id) })));
    await connection.close();
  });
  afterAll(() => dropDatabases(prefix, ['booking']));

  const withServices = async (mayWrite: boolean, use: (stays: any) => Promise<void>) => {
    const { services, close } = await connectServices(testDatabaseUri(), mayWrite, prefix);
    try {
      await use(services.booking.stays);
    } finally {
      await close();
    }
  };

  it('reads the collections of each service by name, and returns at most twenty documents unless a limit is set', () =>
    withServices(false, async (stays) => {
      expect(await stays.find()).toHaveLength(20);
      expect(await stays.find({ status: 'active' }, { limit: 2, sort: { _id: -1 } })).toMatchObject([
        { _id: 28 },
        { _id: 26 },
      ]);
      expect(await stays.findOne({ _id: 3 })).toMatchObject({ status: 'canceled' });
      expect(await stays.count({ status: 'active' })).toBe(15);
      expect((await stays.distinct('status')).sort()).toEqual(['active', 'canceled']);
      expect(await stays.aggregate([{ $match: { _id: { $lt: 5 } } }, { $count: 'few' }])).toEqual([{ few: 5 }]);
      expect(await stays.indexes()).toMatchObject([{ key: { _id: 1 } }]);
    }));

  it('offers no methods that write', () =>
    withServices(false, async (stays) => {
      const methods = Object.getOwnPropertyNames(ReadableCollection.prototype).sort();
      expect(methods).toEqual(['aggregate', 'constructor', 'count', 'distinct', 'find', 'findOne', 'indexes']);
      expect(Object.keys(stays)).toEqual([]);
      for (const stage of [{ $out: 'copy' }, { $merge: 'copy' }])
        await expect(stays.aggregate([stage])).rejects.toThrow('writes; start the console with --write to do so');
    }));

  it("offers the driver's own collections with --write", () =>
    withServices(true, async (stays) => {
      expect((await stays.updateOne({ _id: 1 }, { $set: { status: 'active' } })).modifiedCount).toBe(1);
    }));
});
