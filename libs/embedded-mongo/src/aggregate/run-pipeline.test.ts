import { Decimal128, Double, Long, ObjectId } from 'bson';
import { documentOf } from '../values/document';
import { asStored, codeOf, typed } from '../values/testing/as-stored';
import { deadlineAt, runPipeline, type PipelineContext } from './run-pipeline';

type Plain = Record<string, unknown>;

const orders: Plain[] = [
  { _id: 1, item: 'a', n: 2, tags: ['x', 'y'], at: new Date('2025-01-01') },
  { _id: 2, item: 'b', n: 1, tags: [] },
  { _id: 3, item: 'a', n: 5, tags: 'z' },
  { _id: 4, item: null, n: null },
  { _id: 5, n: 'text' },
];
const items: Plain[] = [
  { _id: 10, key: 'a', name: 'apple' },
  { _id: 11, key: 'b', name: 'beet' },
  { _id: 12, name: 'nameless' },
  { _id: 13, key: ['a', 'c'], name: 'both' },
];

const context: PipelineContext = {
  evaluation: { now: new Date(0) },
  collection: (name) => (name === 'items' ? items.map(asStored) : []),
};

function run(pipeline: Plain[], documents: Plain[] = orders) {
  return [...runPipeline(documents.map(asStored), pipeline.map(asStored), context)];
}

const long = (value: number) => Long.fromNumber(value);
const double = (value: number) => new Double(value);

const table: [string, Plain[], Plain[]][] = [
  ['$match', [{ $match: { n: { $gte: 2 } } }, { $project: { _id: 1 } }], [{ _id: 1 }, { _id: 3 }]],
  [
    '$sort, $skip and $limit',
    [{ $sort: { n: -1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { _id: 1 } }],
    [{ _id: 3 }, { _id: 1 }],
  ],
  ['$count', [{ $match: { item: 'a' } }, { $count: 'total' }], [{ total: 2 }]],
  ['$count of no documents returns no document', [{ $match: { item: 'q' } }, { $count: 'total' }], []],
  [
    '$group puts null and missing keys into one group',
    [{ $group: { _id: '$item', k: { $sum: 1 } } }],
    [
      { _id: 'a', k: 2 },
      { _id: 'b', k: 1 },
      { _id: null, k: 2 },
    ],
  ],
  [
    '$group with a constant key makes one group',
    [{ $group: { _id: null, s: { $sum: '$n' }, a: { $avg: '$n' } } }],
    [{ _id: null, s: 8, a: double(8 / 3) }],
  ],
  [
    '$group with a document as key',
    [{ $match: { item: 'a' } }, { $group: { _id: { i: '$item', q: '$nothing' }, all: { $push: '$n' } } }],
    [{ _id: { i: 'a' }, all: [2, 5] }],
  ],
  [
    '$group with $push collects values, without missing ones',
    [{ $group: { _id: null, all: { $push: '$item' } } }],
    [{ _id: null, all: ['a', 'b', 'a', null] }],
  ],
  [
    '$unwind',
    [{ $unwind: '$tags' }, { $project: { tags: 1 } }],
    [
      { _id: 1, tags: 'x' },
      { _id: 1, tags: 'y' },
      { _id: 3, tags: 'z' },
    ],
  ],
  [
    '$unwind with preserveNullAndEmptyArrays and includeArrayIndex',
    [
      { $match: { _id: { $lte: 2 } } },
      { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
      { $project: { tags: 1, i: 1 } },
    ],
    [
      { _id: 1, tags: 'x', i: long(0) },
      { _id: 1, tags: 'y', i: long(1) },
      { _id: 2, i: null },
    ],
  ],
  [
    '$lookup compares two fields, and null matches a missing field',
    [
      { $lookup: { from: 'items', localField: 'item', foreignField: 'key', as: 'found' } },
      { $project: { found: '$found._id' } },
    ],
    [
      { _id: 1, found: [10, 13] },
      { _id: 2, found: [11] },
      { _id: 3, found: [10, 13] },
      { _id: 4, found: [12] },
      { _id: 5, found: [12] },
    ],
  ],
  [
    '$lookup with an array as local field compares each element',
    [
      { $limit: 1 },
      { $set: { keys: ['b', 'a'] } },
      { $lookup: { from: 'items', localField: 'keys', foreignField: 'key', as: 'f' } },
      { $project: { f: '$f._id' } },
    ],
    [{ _id: 1, f: [10, 11, 13] }],
  ],
  [
    '$lookup in a collection that does not exist finds nothing',
    [
      { $limit: 1 },
      { $lookup: { from: 'none', localField: 'x', foreignField: 'y', as: 'o.f' } },
      { $project: { o: 1 } },
    ],
    [{ _id: 1, o: { f: [] } }],
  ],
  [
    '$facet',
    [
      {
        $facet: {
          n: [{ $count: 'c' }],
          ids: [{ $limit: 1 }, { $project: { _id: 1 } }],
          none: [{ $match: { _id: 99 } }],
        },
      },
    ],
    [{ n: [{ c: 5 }], ids: [{ _id: 1 }], none: [] }],
  ],
  ['$replaceWith', [{ $match: { _id: 1 } }, { $replaceWith: { k: '$item' } }], [{ k: 'a' }]],
  [
    '$bucket',
    [{ $bucket: { groupBy: '$_id', boundaries: [1, 3, 5], default: 'other', output: { ids: { $push: '$_id' } } } }],
    [
      { _id: 1, ids: [1, 2] },
      { _id: 3, ids: [3, 4] },
      { _id: 'other', ids: [5] },
    ],
  ],
  [
    '$set, $unset',
    [{ $match: { _id: 2 } }, { $set: { 'x.y': '$n' } }, { $unset: ['tags', 'item'] }],
    [{ _id: 2, n: 1, x: { y: 1 } }],
  ],
  [
    '$project keeps the types of fields that it does not compute',
    [{ $match: { _id: 1 } }, { $project: { _id: 0, at: 1, m: { $multiply: ['$n', 1.5] } } }],
    [{ at: new Date('2025-01-01'), m: double(3) }],
  ],
  [
    '$setWindowFields numbers the documents of each partition',
    [
      { $match: { _id: { $lte: 3 } } },
      { $setWindowFields: { partitionBy: '$item', sortBy: { _id: -1 }, output: { k: { $documentNumber: {} } } } },
      { $project: { k: 1 } },
    ],
    [
      { _id: 3, k: 1 },
      { _id: 1, k: 2 },
      { _id: 2, k: 1 },
    ],
  ],
];

describe('an aggregation pipeline', () => {
  test.each(table)('returns the same documents as MongoDB: %s', (_, pipeline, expected) => {
    expect(run(pipeline).map(typed)).toEqual(expected.map(typed));
  });

  test('groups equal ObjectIds and equal numbers of any type, but not documents with another field order', () => {
    const id = '64b000000000000000000001';
    const keys = [new ObjectId(id), new ObjectId(id), 1, new Double(1), long(1), { x: 1, y: 2 }, { y: 2, x: 1 }];
    const groups = run(
      [{ $group: { _id: '$k', c: { $sum: 1 } } }],
      keys.map((k) => ({ k })),
    );
    expect(groups.map((group) => Number(group['c']))).toEqual([2, 3, 1, 1]);
  });

  test.each<[string, Plain[], number]>([
    ['an unknown stage', [{ $foo: {} }], 40324],
    ['a stage with two names', [{ $match: {}, $limit: 1 }], 40323],
    ['$limit of 0', [{ $limit: 0 }], 15958],
    ['a negative $skip', [{ $skip: -1 }], 5107200],
    ['$group without _id', [{ $group: { n: { $sum: 1 } } }], 15955],
    ['an unknown accumulator', [{ $group: { _id: 1, n: { $foo: 1 } } }], 15952],
    ['a field of $group without an accumulator', [{ $group: { _id: 1, n: '$a' } }], 40234],
    ['$unwind with a path without a dollar sign', [{ $unwind: 'tags' }], 28818],
    ['$bucket with boundaries out of order', [{ $bucket: { groupBy: '$n', boundaries: [2, 1] } }], 40194],
    ['$facet in $facet', [{ $facet: { a: [{ $facet: { b: [] } }] } }], 40600],
    ['an empty $project', [{ $project: {} }], 51272],
    ['$sample', [{ $sample: { size: 1 } }], 238],
    ['$out', [{ $out: 'x' }], 238],
    ['$merge', [{ $merge: 'x' }], 238],
    ['$graphLookup', [{ $graphLookup: {} }], 238],
    ['$bucketAuto', [{ $bucketAuto: {} }], 238],
    ['$unionWith', [{ $unionWith: 'items' }], 238],
    ['the accumulator $first', [{ $group: { _id: 1, n: { $first: '$n' } } }], 238],
    ['$rank', [{ $setWindowFields: { sortBy: { n: 1 }, output: { r: { $rank: {} } } } }], 238],
    ['$lookup with a pipeline', [{ $lookup: { from: 'items', pipeline: [], as: 'x' } }], 238],
  ])('with %s is refused before a document is read', (_, pipeline, code) => {
    const unread: Iterable<Plain> = {
      [Symbol.iterator]: () => {
        throw new Error('a document was read');
      },
    };
    expect(codeOf(() => runPipeline(unread, pipeline.map(asStored), context))).toBe(code);
  });

  test.each<[string, Plain[], number]>([
    ['a value outside of all buckets', [{ $bucket: { groupBy: '$_id', boundaries: [0, 2] } }], 40066],
    ['a root that is not a document', [{ $replaceWith: '$n' }], 40228],
    [
      '$avg of decimals',
      [{ $set: { d: Decimal128.fromString('1') } }, { $group: { _id: null, a: { $avg: '$d' } } }],
      238,
    ],
  ])('with %s fails', (_, pipeline, code) => {
    expect(codeOf(() => run(pipeline))).toBe(code);
  });

  test('reads no more documents than $limit returns', () => {
    let read = 0;
    const source = (function* () {
      for (;;) yield documentOf([['n', ++read]]);
    })();
    expect([...runPipeline(source, [asStored({ $limit: 3 })], context)]).toHaveLength(3);
    expect(read).toBe(3);
  });

  test.each<[string, Plain[]]>([
    ['an endless source', [{ $match: { n: -1 } }]],
    ['an endless source of a $group', [{ $group: { _id: null } }]],
    [
      'nested loops over one document',
      [
        { $limit: 1 },
        { $set: { r: Array.from({ length: 300 }, () => 0) } },
        {
          $set: {
            x: {
              $map: {
                input: '$r',
                as: 'a',
                in: { $map: { input: '$r', as: 'b', in: { $map: { input: '$r', in: 1 } } } },
              },
            },
          },
        },
      ],
    ],
  ])('with %s stops at its time limit', (_, pipeline) => {
    let time = 0;
    const deadline = deadlineAt(100, () => time++);
    const source = (function* () {
      for (;;) yield documentOf([['n', 1]]);
    })();
    expect(
      codeOf(() => [
        ...runPipeline(source, pipeline.map(asStored), { ...context, evaluation: { ...context.evaluation, deadline } }),
      ]),
    ).toBe(50);
  });
});
