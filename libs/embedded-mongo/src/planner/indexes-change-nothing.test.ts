import fc from 'fast-check';
import { Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import { times } from '@keyhaven/testing/sample';
import { MongoError } from '../errors/mongo-error';
import { parseIndex } from '../server/execution/parse-index';
import { recordIds } from '../server/execution/update-document';
import { compileSort } from '../sort/sort-key';
import { buildIndex, dropCollection } from '../storage/build-index';
import type { Collection } from '../storage/catalog';
import type { Engine } from '../storage/engine';
import { readRecord } from '../storage/records';
import { temporaryEngine } from '../storage/temporary-engine';
import { validateCollection } from '../storage/validate-collection';
import { insertDocument, removeDocument, replaceDocument } from '../storage/write-document';
import { compileUpdate } from '../update/compile-update';
import { decode, type Document } from '../values/decode';
import { encode } from '../values/encode';
import { QueryRun, type Query } from './query-run';

/** This text is longer than an index entry can be, so index entries cannot distinguish values that start with it. */
const LONG = 'long'.repeat(700);

const scalar = fc.constantFrom<unknown>(
  null, new Int32(0), new Int32(1), new Int32(2), new Double(1.5), new Double(NaN), Long.fromNumber(2), Decimal128.fromString('1.5'), '', 'x', 'xy', 'y',
  true, false, new Date(0), new Date(1), new ObjectId('64b000000000000000000001'), LONG, `${LONG}a`, `${LONG}b`,
); // prettier-ignore
const inner = fc.dictionary(
  fc.constantFrom('b', 'c'),
  fc.oneof({ weight: 4, arbitrary: scalar }, fc.array(scalar, { maxLength: 2 })),
  { maxKeys: 2 },
);
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 2, arbitrary: inner },
  { weight: 2, arbitrary: fc.array(fc.oneof(inner, scalar), { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.array(scalar, { maxLength: 2 }), { maxLength: 2 }) },
);
const document = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { maxKeys: 3 });

const path = fc.constantFrom('a', 'b', 'c', 'a.b', 'a.c', 'b.c', 'a.0', 'a.0.b');
const operand = fc.oneof({ weight: 5, arbitrary: scalar }, { weight: 1, arbitrary: value });
const elementCondition = fc
  .record({ $gt: scalar, $gte: scalar, $lt: scalar, $lte: scalar }, { requiredKeys: [] })
  .filter((c) => Object.keys(c).length > 0);
const condition = fc.oneof(
  { weight: 4, arbitrary: operand },
  {
    weight: 4,
    arbitrary: fc
      .record({ $eq: operand, $gt: operand, $gte: operand, $lt: operand, $lte: operand }, { requiredKeys: [] })
      .filter((c) => Object.keys(c).length > 0),
  },
  { weight: 3, arbitrary: fc.array(operand, { maxLength: 4 }).map(($in) => ({ $in })) },
  { weight: 2, arbitrary: fc.boolean().map(($exists) => ({ $exists })) },
  { weight: 1, arbitrary: operand.map(($ne) => ({ $ne })) },
  { weight: 1, arbitrary: operand.map(($gt) => ({ $not: { $gt } })) },
  { weight: 1, arbitrary: fc.array(scalar, { minLength: 1, maxLength: 2 }).map(($all) => ({ $all })) },
  { weight: 1, arbitrary: elementCondition.map(($elemMatch) => ({ $elemMatch })) },
  {
    weight: 1,
    arbitrary: fc.record({ b: scalar, c: scalar }, { requiredKeys: ['b'] }).map(($elemMatch) => ({ $elemMatch })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { $regex: '^x' },
      { $regex: 'y$' },
      { $regex: '^x', $options: 'i' },
      { $size: 1 },
      { $type: 'string' },
    ),
  },
);
const plain = fc.dictionary(path, condition, { maxKeys: 3 });
const filter = fc.oneof(
  { weight: 6, arbitrary: plain },
  {
    weight: 2,
    arbitrary: fc
      .tuple(plain, fc.array(plain, { minLength: 1, maxLength: 3 }))
      .map(([rest, $or]): Document => ({ ...rest, $or })),
  },
  { weight: 1, arbitrary: fc.array(plain, { minLength: 1, maxLength: 3 }).map(($and): Document => ({ $and })) },
);
const direction = fc.constantFrom(new Int32(1), new Int32(-1));
const sort = fc.option(
  fc.dictionary(path, direction, { minKeys: 1, maxKeys: 2 }).filter((keys) => !('a' in keys && 'a.b' in keys)),
  { nil: undefined },
);
const query: fc.Arbitrary<Query> = fc.record({
  filter,
  sort,
  skip: fc.constantFrom(0, 0, 1, 2, 5),
  limit: fc.constantFrom(0, 0, 3),
});

const partial = fc.constantFrom<Document>(
  { a: { $exists: true } }, { a: { $gt: new Int32(0) } }, { b: 'x' }, { 'a.b': { $exists: true } }, { c: { $type: 'string' } }, { a: { $in: [new Int32(1), 'x'] } },
  { $or: [{ a: new Int32(1) }, { b: { $gte: new Int32(1) } }] }, { a: { $gte: new Int32(0), $lt: new Int32(2) } },
); // prettier-ignore
const index = fc.record({
  key: fc.dictionary(path, direction, { minKeys: 1, maxKeys: 3 }),
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    fc.constant({ sparse: true }),
    fc.constant({ unique: true }),
    partial.map((partialFilterExpression) => ({ partialFilterExpression })),
  ),
});
/**
 * Texts that differ only in their length and last character. Most lengths are near MAX_VALUE_BYTES, above which the
 * values of an entry are truncated, or near CUT_VALUE_BYTES, to which they are truncated.
 */
const nearLimit = fc
  .tuple(fc.constantFrom(1, 1862, 1866, 1867, 1880, 1896, 1898, 1899), fc.constantFrom('', 'a', 'b'))
  .map(([length, end]) => 'x'.repeat(length) + end);
const documentNearLimit = fc.record(
  { a: fc.oneof(nearLimit, fc.array(nearLimit, { maxLength: 2 })), b: fc.constantFrom('x', 'y') },
  { requiredKeys: [] },
);
const queryNearLimit: fc.Arbitrary<Query> = fc.record({
  filter: fc.record(
    {
      a: fc.oneof(
        nearLimit,
        fc.array(nearLimit, { maxLength: 3 }).map(($in) => ({ $in })),
        nearLimit.map((text) => ({ $regex: `^${text}` })),
        fc.record({ $gt: nearLimit, $lte: nearLimit }, { requiredKeys: [] }).filter((c) => Object.keys(c).length > 0),
      ),
      b: fc.constantFrom('x', 'y'),
    },
    { requiredKeys: [] },
  ),
  sort: fc.option(fc.dictionary(fc.constantFrom('a', 'b'), direction, { minKeys: 1 }), { nil: undefined }),
  skip: fc.constantFrom(0, 1),
  limit: fc.constantFrom(0, 2),
});
const indexNearLimit = fc.record({
  key: fc.dictionary(fc.constantFrom('a', 'b'), direction, { minKeys: 1 }),
  kind: fc.constantFrom<Document>({}, {}, { unique: true }),
});

const update = fc.oneof(
  fc
    .dictionary(fc.constantFrom('a', 'b', 'c', 'a.b', 'a.c', 'b.c', 'a.0.b'), value, { minKeys: 1, maxKeys: 1 })
    .map(($set): Document => ({ $set })),
  fc.constantFrom('a', 'b', 'c', 'a.b', 'a.c').map((name): Document => ({ $unset: { [name]: '' } })),
  fc.tuple(fc.constantFrom('a', 'b'), value).map(([name, item]): Document => ({ $push: { [name]: item } })),
  document,
);

function refusedOr<T>(run: () => T): T | number {
  try {
    return run();
  } catch (error) {
    if (error instanceof MongoError) return error.code;
    throw error;
  }
}

describe('a collection with indexes', () => {
  let engine: Engine;
  let temporary: Awaited<ReturnType<typeof temporaryEngine>>;
  beforeAll(async () => {
    temporary = await temporaryEngine();
    engine = temporary.engine;
  });
  afterAll(() => temporary.remove());

  const now = new Date(0);
  const documents = (collection: Collection, asked: Query): Document[] => {
    const run = new QueryRun(engine, collection, asked, { now });
    const found: Document[] = [];
    for (let record = run.next(); record; record = run.next()) found.push(decode(record.raw));
    run.pause();
    return found;
  };
  const addIndex = (collection: Collection, { key, kind }: { key: Document; kind: Document }, name: string) =>
    refusedOr(() =>
      buildIndex(engine, collection, { ...parseIndex({ key, name, ...kind }), id: engine.catalog.takeId() }),
    );
  const all: Query = { filter: {} };

  /**
   * Creates two collections with the same documents, one with indexes and one without. Half of the
   * indexes are created before the documents are inserted, and half after.
   */
  function fill(
    given: Document[],
    indexes: { key: Document; kind: Document }[],
  ): { indexed: Collection; plainOne: Collection } {
    const indexed = engine.catalog.create('test', 'indexed');
    const plainOne = engine.catalog.create('test', 'plain');
    const half = Math.ceil(indexes.length / 2);
    indexes.slice(0, half).forEach((specification, i) => addIndex(indexed, specification, `before${i}`));
    given.forEach((fields, i) => {
      const raw = encode({ _id: new Int32(i), ...fields });
      if (Buffer.isBuffer(refusedOr(() => insertDocument(engine, indexed, raw)))) insertDocument(engine, plainOne, raw);
    });
    indexes.slice(half).forEach((specification, i) => addIndex(indexed, specification, `after${i}`));
    return { indexed, plainOne };
  }

  function expectSame(indexed: Collection, plainOne: Collection, asked: Query): void {
    const expected = refusedOr(() => documents(plainOne, asked));
    const found = refusedOr(() => documents(indexed, asked));
    if (!Array.isArray(expected) || !Array.isArray(found)) {
      expect(found).toEqual(expected);
      return;
    }
    if (asked.sort) {
      const sorter = compileSort(asked.sort);
      const keys = expected.map((item) => sorter.key(item));
      // The sort order of equal values, such as 1 and 1.0, is undefined.
      expect(
        found.map((item) => sorter.key(item)).map((key, i) => (keys[i] ? sorter.compare(key, keys[i]) === 0 : key)),
      ).toEqual(keys.map(() => true));
    }
    if (asked.skip || asked.limit) expect(found.length).toBe(expected.length);
    else expect(idsOf(found)).toEqual(idsOf(expected));
    expect(new QueryRun(engine, indexed, asked, { now }).count()).toBe(expected.length);
  }
  const idsOf = (found: Document[]) => found.map((item) => Number(item._id)).sort((a, b) => a - b);

  /** Compares the answers of a collection with indexes with those of a collection without indexes. */
  function expectSameAnswers(
    documents: Document[],
    indexes: Parameters<typeof fill>[1],
    queries: Query[],
  ): Promise<void> {
    return engine.write(() => {
      const { indexed, plainOne } = fill(documents, indexes);
      try {
        for (const asked of queries) expectSame(indexed, plainOne, asked);
      } finally {
        dropCollection(engine, indexed);
        dropCollection(engine, plainOne);
      }
    });
  }

  it('answers every query like a collection without indexes, with any sort, skip and limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { maxLength: 25 }),
        fc.array(index, { minLength: 1, maxLength: 3 }),
        fc.array(query, { minLength: 10, maxLength: 20 }),
        expectSameAnswers,
      ),
      { numRuns: Number(process.env.DIFFERENTIAL_RUNS ?? times(300, 60)) },
    );
  });

  it('answers queries about values of nearly the maximum length as a collection without indexes does', async () => {
    const isShort = ({ a = '' }: { a?: string | string[] }) => [a].flat().every((text) => text.length < 1890);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.array(documentNearLimit.filter(isShort), { maxLength: 8 }),
          fc.array(documentNearLimit, { maxLength: 8 }),
        ),
        fc.array(indexNearLimit, { minLength: 1, maxLength: 2 }),
        fc.array(queryNearLimit, { minLength: 10, maxLength: 20 }),
        expectSameAnswers,
      ),
      { numRuns: Number(process.env.DIFFERENTIAL_RUNS ?? times(300, 60)) },
    );
  });

  it('changes the same documents as a collection without indexes, and afterwards its index entries match the documents', async () => {
    const change = fc.record({ filter: plain, update: fc.option(update, { nil: undefined }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { maxLength: 15 }),
        fc.array(index, { minLength: 1, maxLength: 3 }),
        fc.array(change, { minLength: 5, maxLength: 15 }),
        (given, indexes, changes) =>
          engine.write(() => {
            const { indexed, plainOne } = fill(given, indexes);
            try {
              for (const item of changes) expectSameChange(indexed, plainOne, item);
              expect(validateCollection(engine, indexed).errors).toEqual([]);
              expect(documents(indexed, all)).toEqual(documents(plainOne, all));
            } finally {
              dropCollection(engine, indexed);
              dropCollection(engine, plainOne);
            }
          }),
      ),
      { numRuns: Number(process.env.DIFFERENTIAL_RUNS ?? times(300, 60)) },
    );
  });

  /**
   * Applies a change to both collections. If an index prevents the change of a document, the document is left unchanged
   * in the other collection too.
   */
  function expectSameChange(
    indexed: Collection,
    plainOne: Collection,
    change: { filter: Document; update: Document | undefined },
  ): void {
    const evaluation = { now };
    const run = new QueryRun(engine, indexed, { filter: change.filter }, evaluation);
    const found = recordIds(run);
    const expected = recordIds(new QueryRun(engine, plainOne, { filter: change.filter }, evaluation));
    expect(found.length).toBe(expected.length);
    const compiled = change.update && refusedOr(() => compileUpdate(change.update as Document, { evaluation }));
    if (typeof compiled === 'number') return;
    for (const id of found) {
      const raw = readRecord(engine.store, indexed, id) as Buffer;
      const before = decode(raw);
      const [twin] = recordIds(new QueryRun(engine, plainOne, { filter: { _id: before._id } }, evaluation));
      const record = { id: twin as number, raw };
      if (!compiled) {
        removeDocument(engine, indexed, { id, raw });
        removeDocument(engine, plainOne, record);
        continue;
      }
      const outcome = refusedOr(() =>
        replaceDocument(engine, indexed, { id, raw }, before, compiled.apply(before, run.matcher)),
      );
      if (typeof outcome !== 'number')
        replaceDocument(engine, plainOne, record, before, compiled.apply(before, run.matcher));
    }
  }
});
