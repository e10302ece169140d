import mongoose, { type Connection, type Model, mongo, Schema } from 'mongoose';
import { connectForConformance } from './testing/conformance-database';

interface Stay {
  property: string;
  nights?: string[];
  arrival?: Date;
  status?: string;
}
interface Thing {
  code: string;
  quantity?: number | null;
  group?: string;
  at?: Date;
  lines: { code: string; count: number }[];
  any?: unknown;
  amount?: mongo.Decimal128;
  big?: bigint;
  stay?: mongo.ObjectId;
}

let connection: Connection;
let Stays: Model<Stay>;
let Things: Model<Thing>;
beforeAll(async () => {
  connection = await connectForConformance('scenarios');
  Stays = connection.model<Stay>(
    'Stay',
    new Schema<Stay>({
      property: String,
      nights: { type: [String], default: undefined },
      arrival: Date,
      status: String,
    })
      .index({ property: 1, nights: 1 }, { unique: true, partialFilterExpression: { nights: { $exists: true } } })
      .index({ property: 1, arrival: 1 }),
  );
  Things = connection.model<Thing>(
    'Thing',
    new Schema<Thing>({
      code: { type: String, unique: true },
      quantity: Number,
      group: String,
      at: Date,
      lines: [{ code: String, count: Number }],
      any: Schema.Types.Mixed,
      amount: Schema.Types.Decimal128,
      big: BigInt,
      stay: { type: Schema.Types.ObjectId, ref: 'Stay' },
    }),
  );
  await Promise.all([Stays.init(), Things.init()]);
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const DUPLICATE = { code: 11000 };
const fulfilled = <Value>(settled: PromiseSettledResult<Value>[]) =>
  settled.filter(({ status }) => status === 'fulfilled');
const times = <Value>(count: number, run: (index: number) => Promise<Value>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => run(index)));

describe('a unique partial index on the elements of an array', () => {
  const nights = ['2025-01-01', '2025-01-02'];

  it('refuses an element that another document contains, and names the index and the value in the error', async () => {
    await Stays.create({ property: 'overlap', nights });
    const again = Stays.create({ property: 'overlap', nights: ['2025-01-02', '2025-01-03'] });
    await expect(again).rejects.toMatchObject({
      ...DUPLICATE,
      keyPattern: { property: 1, nights: 1 },
      keyValue: { property: 'overlap', nights: '2025-01-02' },
    });
    await Stays.create({ property: 'overlap', nights: ['2025-01-03'] });
    await Stays.create({ property: 'elsewhere', nights });
  });

  it('ignores documents without the array, but checks a document when the array is added to it', async () => {
    const first = await Stays.create({ property: 'cancel', nights });
    await Stays.updateOne({ _id: first._id }, { $unset: { nights: 1 } });
    await Stays.create({ property: 'cancel' });
    await Stays.create({ property: 'cancel', nights });
    const change = { $set: { nights: ['2025-01-02'] } };
    await expect(Stays.updateOne({ _id: first._id }, change)).rejects.toMatchObject(DUPLICATE);
    await expect(Stays.findOneAndUpdate({ _id: first._id }, change)).rejects.toMatchObject(DUPLICATE);
    expect((await Stays.findById(first._id).lean())!.nights).toBeUndefined();
  });

  it('accepts exactly one of fifty concurrent inserts of the same element', async () => {
    const settled = await times(50, () => Stays.create({ property: 'race', nights }));
    expect(fulfilled(settled)).toHaveLength(1);
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject(DUPLICATE);
  });

  it('refuses a second document with an empty array', async () => {
    await Stays.create({ property: 'empty', nights: [] });
    await expect(Stays.create({ property: 'empty', nights: [] })).rejects.toMatchObject(DUPLICATE);
  });

  it('is not created while duplicates exist, and the failure leaves no index behind', async () => {
    const doubles = connection.collection('doubles');
    const create = () =>
      doubles.createIndex(
        { property: 1, nights: 1 },
        { unique: true, partialFilterExpression: { nights: { $exists: true } } },
      );
    const withoutNights = [{ property: 1 }, { property: 1 }];
    await doubles.insertMany([{ property: 1, nights }, { property: 1, nights: nights.slice(1) }, ...withoutNights]);
    await expect(create()).rejects.toMatchObject(DUPLICATE);
    expect(await doubles.indexes()).toHaveLength(1);
    await doubles.deleteOne({ nights });
    await create();
    expect(await doubles.indexes()).toHaveLength(2);
  });
});

describe('an index', () => {
  it('is not created if another index has the same name', async () => {
    const named = connection.collection('named');
    await named.createIndex({ a: 1 }, { name: 'same' });
    await expect(named.createIndex({ b: 1 }, { name: 'same' })).rejects.toThrow();
    expect(await named.indexes()).toHaveLength(2);
  });
});

describe('concurrent writes', () => {
  it('lose none of two hundred $inc updates of the same field', async () => {
    const counters = connection.collection<{ _id: string; last: number }>('counters');
    await counters.insertOne({ _id: 'ids', last: 0 });
    const settled = await times(200, () =>
      counters.findOneAndUpdate({ _id: 'ids' }, { $inc: { last: 1 } }, { returnDocument: 'after' }),
    );
    const seen = settled.map((one) => one.status === 'fulfilled' && one.value?.last);
    expect(new Set(seen).size).toBe(200);
    expect((await counters.findOne({ _id: 'ids' }))!.last).toBe(200);
  });

  it('create only one document when many upserts use the same unique key', async () => {
    const settled = await times(30, () =>
      Things.collection.updateOne({ code: 'upsert' }, { $inc: { quantity: 1 } }, { upsert: true }),
    );
    const stored = await Things.find({ code: 'upsert' }).lean();
    expect(stored).toMatchObject([{ quantity: fulfilled(settled).length }]);
  });

  it('let exactly one of fifty clients take a lease', async () => {
    const leases = connection.collection('leases');
    await leases.insertOne({ due: new Date(0) });
    const now = new Date();
    const settled = await times(50, () =>
      leases.findOneAndUpdate({ due: { $lte: now } }, { $set: { due: new Date(Number(now) + 60_000) } }),
    );
    expect(settled.filter((one) => one.status === 'fulfilled' && one.value !== null)).toHaveLength(1);
  });

  it('fail with a VersionError when mongoose saves an outdated version of a document', async () => {
    await Things.create({ code: 'version', lines: [{ code: 'a', count: 1 }] });
    const [first, second] = [await Things.findOne({ code: 'version' }), await Things.findOne({ code: 'version' })];
    first!.lines.pop();
    await first!.save();
    second!.lines = [{ code: 'b', count: 2 }];
    await expect(second!.save()).rejects.toMatchObject({ name: 'VersionError' });
  });
});

describe('bulk writes', () => {
  it('modify no documents when they are repeated with the same content', async () => {
    const upserts = Array.from({ length: 300 }, (_, index) => ({
      updateOne: {
        filter: { code: `bulk-${index}` },
        update: {
          $set: { quantity: index, at: new Date(Date.UTC(2025, 0, 1 + index)) },
          $setOnInsert: { group: `g${index % 5}` },
        },
        upsert: true,
      },
    }));
    expect((await Things.bulkWrite(upserts)).upsertedCount).toBe(300);
    expect(await Things.bulkWrite(upserts)).toMatchObject({ matchedCount: 300, modifiedCount: 0 });
  });

  it('continue after a duplicate key error only if they are unordered', async () => {
    const insert = (ordered: boolean, ...codes: string[]) =>
      Things.insertMany(
        codes.map((code) => ({ code })),
        { ordered },
      );
    await expect(insert(false, 'any-1', 'any-1', 'any-2')).rejects.toMatchObject(DUPLICATE);
    await expect(insert(true, 'in-1', 'in-1', 'in-2')).rejects.toMatchObject(DUPLICATE);
    expect((await Things.distinct('code', { $or: [{ code: /^any-/ }, { code: /^in-/ }] })).sort()).toEqual([
      'any-1',
      'any-2',
      'in-1',
    ]);
  });

  it('insert documents that can all be read through a cursor with a small batch size', async () => {
    let count = 0;
    for await (const _thing of Things.find({ code: /^bulk-/ }).cursor({ batchSize: 50 })) count++;
    expect(count).toBe(300);
    const february = { $gte: new Date('2025-02-01'), $lt: new Date('2025-03-01') };
    expect(await Things.countDocuments({ code: /^bulk-/, at: february })).toBe(28);
  });

  it('insert documents that pipelines can group and join', async () => {
    const groups = await Things.aggregate([
      { $match: { group: { $exists: true } } },
      { $group: { _id: '$group', count: { $sum: 1 }, codes: { $push: '$code' } } },
      { $sort: { _id: 1 } },
    ]);
    expect(groups.map(({ _id, count, codes }) => [_id, count, codes.length])).toEqual(
      ['g0', 'g1', 'g2', 'g3', 'g4'].map((group) => [group, 60, 60]),
    );
    const stay = await Stays.create({ property: 'joined' });
    await Things.create({ code: 'joined', stay: stay._id });
    const [joined] = await Things.aggregate([
      { $match: { code: 'joined' } },
      { $lookup: { from: 'stays', localField: 'stay', foreignField: '_id', as: 'found' } },
      { $unwind: '$found' },
    ]);
    expect(joined.found.property).toBe('joined');
  });
});

describe('a document', () => {
  const stored = (code: string) => Things.collection.findOne({ code });

  it('is refused if it is over 16 MB, and nothing is stored', async () => {
    const pad = 'x'.repeat(17 * 1024 * 1024);
    await expect(Things.collection.insertOne({ code: 'large', pad })).rejects.toThrow();
    expect(await stored('large')).toBeNull();
  });

  it('keeps the order of its fields, and gets new fields at the end', async () => {
    await Things.collection.insertOne({ code: 'order', z: 1, a: 1 });
    await Things.collection.updateOne({ code: 'order' }, { $set: { m: 1, z: 2 } });
    expect(Object.keys((await stored('order'))!)).toEqual(['_id', 'code', 'z', 'a', 'm']);
  });

  it('stores decimals and large integers exactly, also after an $inc', async () => {
    const big = 9_007_199_254_740_993n;
    await Things.create({ code: 'exact', amount: mongo.Decimal128.fromString('1.10'), big });
    await Things.updateOne({ code: 'exact' }, { $inc: { amount: mongo.Decimal128.fromString('1.05'), big: 2n } });
    const { amount, big: sum } = (await Things.findOne({ code: 'exact' }))!;
    expect([String(amount), sum]).toEqual(['2.15', big + 2n]);
  });

  it('can have its array elements updated with $, $[] and arrayFilters', async () => {
    await Things.create({ code: 'lines', lines: ['a', 'b'].map((code, index) => ({ code, count: index + 1 })) });
    await Things.updateOne({ code: 'lines', 'lines.code': 'b' }, { $set: { 'lines.$.count': 20 } });
    await Things.updateOne({ code: 'lines' }, { $inc: { 'lines.$[].count': 1 } });
    const arrayFilters = [{ 'line.code': 'a' }];
    await Things.updateOne({ code: 'lines' }, { $set: { 'lines.$[line].count': 99 } }, { arrayFilters });
    const { lines } = (await Things.findOne({ lines: { $elemMatch: { code: 'a', count: 99 } } }).lean())!;
    expect(lines.map(({ count }) => count)).toEqual([99, 21]);
  });

  it('can be updated by a pipeline that reads its fields', async () => {
    await Things.create({ code: 'pipeline', quantity: 2, any: 3 });
    await Things.updateOne({ code: 'pipeline' }, [{ $set: { any: { $multiply: ['$quantity', '$any'] } } }], {
      updatePipeline: true,
    });
    expect((await stored('pipeline'))!.any).toBe(6);
  });

  it('can be replaced as a whole, and is returned by the command that deletes it', async () => {
    await Things.create({ code: 'replaced', quantity: 1 });
    await Things.replaceOne({ code: 'replaced' }, { code: 'replaced', group: 'other' });
    expect((await stored('replaced'))!.quantity).toBeUndefined();
    expect((await Things.findOneAndDelete({ code: 'replaced' }))!.code).toBe('replaced');
    expect(await stored('replaced')).toBeNull();
  });
});

describe('a query', () => {
  it('uses an index for the sort order, and explain shows the name of this index', async () => {
    const days = ['2025-01-02', '2025-01-03', '2025-01-01'].map((day) => new Date(day));
    await Stays.insertMany(days.map((arrival) => ({ property: 'sorted', arrival })));
    const query = () =>
      Stays.find({ property: 'sorted', arrival: { $gte: new Date('2025-01-02') } }).sort({ arrival: -1 });
    expect((await query().lean()).map(({ arrival }) => arrival)).toEqual([days[1], days[0]]);
    const plan = JSON.stringify(await query().explain());
    expect(plan).toContain('"indexName":"property_1_arrival_1"');
    expect(plan).not.toContain('"SORT"');
  });

  it('sorts values of different types in the order null, numbers, strings, dates', async () => {
    const values = { n1: 5, n2: '5', n3: new Date(5), n4: null };
    await Things.insertMany(Object.entries(values).map(([code, any]) => ({ code, any })));
    const sorted = await Things.find({ code: /^n\d$/ }).sort({ any: 1 }).lean();
    expect(sorted.map(({ code }) => code)).toEqual(['n4', 'n1', 'n2', 'n3']);
  });

  it('skips and limits documents, and returns only the projected fields', async () => {
    const page = await Things.find({ code: /^bulk-/ }, { code: 1, quantity: 1, _id: 0 })
      .sort({ quantity: -1 })
      .skip(5)
      .limit(2)
      .lean();
    expect(page).toEqual([
      { code: 'bulk-294', quantity: 294 },
      { code: 'bulk-293', quantity: 293 },
    ]);
  });

  it('lets mongoose populate references with the referenced documents', async () => {
    const stay = await Stays.create({ property: 'populated' });
    await Things.create({ code: 'populated', stay: stay._id });
    const thing = await Things.findOne({ code: 'populated' }).populate<{ stay: Stay }>('stay');
    expect(thing!.stay.property).toBe('populated');
    expect(mongoose.isValidObjectId(stay._id)).toBe(true);
  });
});
