import { refusal, startTestServer, type Collection, type TestServer } from './test-server';

describe('operator and field names in commands:', () => {
  let test: TestServer;
  let collection: Collection;
  beforeAll(async () => (test = await startTestServer()));
  afterAll(() => test.remove());
  beforeEach(() => (collection = test.collection()));
  const one = () => collection.findOne({}, { projection: { _id: 0 } });

  it.each(['$foo', '$ref', '$bucket', '$pushAll', '$each'])(
    'an error names the unknown update operator %s, even if its operand is empty',
    async (operator) => {
      await collection.insertOne({ n: 1 });
      for (const operand of [{}, { n: 1 }, 'x']) {
        const update = { $set: { n: 2 }, [operator]: operand } as object;
        const message = `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`;
        expect(await refusal(collection.updateOne({}, update))).toMatchObject({ code: 9, message });
      }
      expect(await one()).toEqual({ n: 1 });
    },
  );

  it('the operators $ref, $id and $bucket are refused in filters, with their names in the error', async () => {
    for (const operator of ['$ref', '$id', '$bucket'])
      for (const filter of [{ a: { [operator]: 'x' } }, { a: { $not: { [operator]: 'x' } } }])
        expect(await refusal(collection.findOne(filter))).toMatchObject({
          code: 2,
          message: `unknown operator: ${operator}`,
        });
    const inList = collection.findOne({ a: { $in: [{ $ref: 'x' }] } });
    expect(await refusal(inList)).toMatchObject({ message: 'cannot nest $ under $in' });
  });

  it('the option output of $bucket must be a document without dots or dollar signs in field names', async () => {
    const bucket = (output: unknown) =>
      collection.aggregate([{ $bucket: { groupBy: '$n', boundaries: [0, 1], output } }]).toArray();
    expect(await refusal(bucket('x'))).toMatchObject({ code: 40196 });
    expect(await refusal(bucket({ 'a.b': { $sum: 1 } }))).toMatchObject({ code: 40235 });
    expect(await refusal(bucket({ $a: { $sum: 1 } }))).toMatchObject({ code: 40236 });
  });

  it('a path that ends with a dot is refused in every command', async () => {
    await collection.insertOne({ n: { '': 1 }, a: [1] });
    const from = collection.collectionName;
    const refused: [() => Promise<unknown>, number][] = [
      [() => collection.findOne({ 'n.': 1 }), 238],
      [() => collection.findOne({ a: { $elemMatch: { 'n.': 1 } } }), 238],
      [() => collection.updateOne({}, { $set: { 'a.$[e]': 1 } }, { arrayFilters: [{ 'e.': 1 }] }), 238],
      [() => collection.distinct('n.'), 238],
      [() => collection.findOne({}, { sort: { 'n.': 1 } }), 40353],
      [() => collection.findOne({}, { projection: { 'n.': 1 } }), 40353],
      [() => collection.updateOne({}, { $set: { 'n.': 1 } }), 56],
      [() => collection.createIndex({ 'n.': 1 }), 67],
      [() => collection.aggregate([{ $project: { x: '$n.' } }]).toArray(), 40353],
      [
        () => collection.aggregate([{ $lookup: { from, localField: 'n', foreignField: 'n.', as: 'x' } }]).toArray(),
        40353,
      ],
    ];
    for (const [operation, code] of refused) expect(await refusal(operation())).toMatchObject({ code });
  });

  it('field names with a dollar sign are accepted in inserts, and in nested documents of an update', async () => {
    await collection.insertOne({ $price: 1, a: { $fee: 2 } });
    await collection.updateOne({}, { $set: { 'a.$tax': 3, b: { $c: 4 } }, $inc: { 'a.$fee': 1 } });
    expect(await one()).toEqual({ $price: 1, a: { $fee: 3, $tax: 3 }, b: { $c: 4 } });
    await collection.updateOne({}, { $unset: { $price: 1, 'a.$fee': 1 }, $rename: { 'a.$tax': 'b.$tax' } });
    expect(await one()).toEqual({ a: {}, b: { $c: 4, $tax: 3 } });
    expect(await collection.countDocuments({ 'b.$c': 4 })).toBe(1);
    await collection.replaceOne({}, { d: { $e: 5 } });
    expect(await one()).toEqual({ d: { $e: 5 } });
  });

  it('an upsert accepts a top-level field name with a dollar sign only if it inserts the document', async () => {
    const update = { $set: { $hotel: 1 } };
    await collection.updateOne({ n: 1 }, update, { upsert: true });
    expect(await one()).toEqual({ n: 1, $hotel: 1 });
    expect(await refusal(collection.updateOne({ n: 1 }, update, { upsert: true }))).toMatchObject({ code: 52 });
    expect(await refusal(collection.replaceOne({ n: 1 }, { n: 1, $hotel: 2 }))).toMatchObject({ code: 52 });
    expect(await refusal(collection.insertOne({ _id: { $x: 1 } } as object))).toMatchObject({ code: 52 });
  });

  it('the fields of a DBRef are accepted in $elemMatch, $pull, an index and a projection', async () => {
    await collection.insertMany([
      { n: 1, list: [{ $ref: 'guests', $id: 5, $db: 'x', nights: 2 }], d: { $ref: 'guests', $id: 5 } },
      { n: 2, list: [{ $ref: 'guests', $id: 6 }] },
      { n: 3, list: [5] },
    ]);
    await collection.createIndex({ 'd.$id': 1 });
    const conditions = [
      { $id: 5 },
      { $ref: 'guests', $id: 5 },
      { $id: 5, nights: { $gt: 1 } },
      { nights: 2, $db: 'x' },
      { $and: [{ $ref: 'guests' }, { $or: [{ $id: 5 }, { $id: 7 }] }] },
    ];
    for (const condition of conditions)
      expect(await collection.distinct('n', { list: { $elemMatch: condition } })).toEqual([1]);
    const found = await collection.findOne(
      { d: { $ref: 'guests', $id: 5 } },
      { projection: { 'd.$id': 1, n: 1, _id: 0 } },
    );
    expect(found).toEqual({ n: 1, d: { $id: 5 } });
    await collection.updateMany({}, { $pull: { list: { $ref: 'guests', $id: 6 } } } as object);
    expect(await collection.countDocuments({ list: { $size: 0 } })).toBe(1);
    const mixed = collection.findOne({ list: { $elemMatch: { $ref: 'guests', $gt: 1 } } });
    expect(await refusal(mixed)).toMatchObject({ code: 2 });
  });
});

describe('nested documents', () => {
  let test: TestServer;
  beforeAll(async () => (test = await startTestServer()));
  afterAll(() => test.remove());

  function nested(levels: number): object {
    let document = {};
    for (let level = 0; level < levels; level++) document = level % 2 ? { a: document } : { a: [document] };
    return document;
  }

  it('can have up to 200 levels in inserts, updates, filters and replies', async () => {
    const collection = test.collection();
    const deep = nested(133);
    await collection.insertOne({ ...deep });
    expect(await collection.countDocuments(deep)).toBe(1);
    const updated = await collection.findOneAndUpdate({}, { $set: { b: nested(132) } }, { returnDocument: 'after' });
    expect(updated).toMatchObject({ b: nested(132) });
    expect(await refusal(collection.insertOne({ ...nested(134) }))).toMatchObject({ code: 15 });
    expect(await refusal(collection.updateOne({}, { $set: { b: nested(133) } }))).toMatchObject({ code: 15 });
  });

  it.each([250, 900])('with %i levels are refused with an error, and the connection stays open', async (levels) => {
    const collection = test.collection();
    let closed = 0;
    test.client.on('connectionClosed', () => closed++);
    const refused: (() => Promise<unknown>)[] = [
      () => collection.insertOne({ ...nested(levels) }),
      () => collection.updateOne({}, { $set: nested(levels) }),
      () => collection.findOne(nested(levels)),
      () => collection.aggregate([{ $project: { x: { $literal: nested(levels) } } }]).toArray(),
      () => collection.deleteOne(nested(levels)),
    ];
    for (const operation of refused)
      expect(await refusal(operation())).toMatchObject({ code: 15, codeName: 'Overflow' });
    expect(closed).toBe(0);
  });
});
