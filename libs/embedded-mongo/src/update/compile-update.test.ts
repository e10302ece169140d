import { Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import * as fc from 'fast-check';
import { compileFilter } from '../query/compile-filter';
import { keysOf } from '../values/document';
import { encode } from '../values/encode';
import { arbitraryDocument, arbitraryValue } from '../values/testing/arbitrary-values';
import { asStored, codeOf, typed } from '../values/testing/as-stored';
import { compileUpdate } from './compile-update';

type Plain = Record<string, unknown>;
const now = new Date('2025-06-01T12:00:00Z');
const evaluation = { now };

function compiled(update: Plain, arrayFilters?: Plain[]) {
  return compileUpdate(asStored(update), { evaluation, arrayFilters: arrayFilters?.map(asStored) });
}

function apply(document: Plain, update: Plain, filter: Plain = {}, arrayFilters?: Plain[]) {
  return compiled(update, arrayFilters).apply(asStored(document), compileFilter(asStored(filter), evaluation));
}

const long = (value: string) => Long.fromString(value);
const dec = (value: string) => Decimal128.fromString(value);
const id = new ObjectId('64b000000000000000000001');

const table: [string, Plain, Plain, Plain][] = [
  ['$set of a field keeps its position', { a: 1, b: 2 }, { $set: { a: 3 } }, { a: 3, b: 2 }],
  [
    '$set adds new fields in the order of their names',
    { z: 1 },
    { $set: { c: 1, a: 2, b: 3 } },
    { z: 1, a: 2, b: 3, c: 1 },
  ],
  [
    '$set adds fields named by numbers in the order of the numbers',
    { a: {} },
    { $set: { 'a.x10': 1, 'a.x9': 2 } },
    { a: { x10: 1, x9: 2 } },
  ],
  ['$set creates the path', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
  ['$set of a number below a missing field creates a document', {}, { $set: { 'a.0': 1 } }, { a: { 0: 1 } }],
  ['$set of an element', { a: [1, 2] }, { $set: { 'a.1': 9 } }, { a: [1, 9] }],
  ['$set beyond the end fills with null', { a: [1] }, { $set: { 'a.3': 9 } }, { a: [1, null, null, 9] }],
  ['$set below a new element', { a: [] }, { $set: { 'a.1.b': 9 } }, { a: [null, { b: 9 }] }],
  ['$set changes the type', { a: 1 }, { $set: { a: new Double(1) } }, { a: new Double(1) }],
  ['$set of nothing', { a: 1 }, { $set: {} }, { a: 1 }],
  ['$unset', { a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
  ['$unset of an element leaves null', { a: [1, 2] }, { $unset: { 'a.0': 1 } }, { a: [null, 2] }],
  ['$unset of a missing field', { a: 1 }, { $unset: { 'b.c': 1 } }, { a: 1 }],
  ['$unset below a scalar', { a: 1 }, { $unset: { 'a.b': 1 } }, { a: 1 }],
  ['$unset below an array', { a: [{ b: 1 }] }, { $unset: { 'a.b': 1 } }, { a: [{ b: 1 }] }],
  ['$inc of a missing field', {}, { $inc: { a: long('2') } }, { a: long('2') }],
  ['$inc grows an int to a long', { a: 2147483647 }, { $inc: { a: 1 } }, { a: long('2147483648') }],
  ['$inc keeps a long', { a: long('5') }, { $inc: { a: 1 } }, { a: long('6') }],
  ['$inc by a fraction', { a: 1 }, { $inc: { a: 0.5 } }, { a: 1.5 }],
  ['$inc of a decimal', { a: dec('1.10') }, { $inc: { a: dec('1.05') } }, { a: dec('2.15') }],
  ["$mul of a missing field sets a zero of the operand's type", {}, { $mul: { a: long('5') } }, { a: long('0') }],
  ['$mul', { a: 3 }, { $mul: { a: 4 } }, { a: 12 }],
  ['$min sets the lower value', { a: 5 }, { $min: { a: 3 } }, { a: 3 }],
  ['$min keeps an equal value of another type', { a: 5 }, { $min: { a: new Double(5) } }, { a: 5 }],
  ['$min compares across types', { a: 'x' }, { $min: { a: 3 } }, { a: 3 }],
  ['$max of a missing field', {}, { $max: { a: 3 } }, { a: 3 }],
  ['$max of null', { a: null }, { $max: { a: -1 } }, { a: -1 }],
  ['$max of dates', { a: new Date(5) }, { $max: { a: new Date(9) } }, { a: new Date(9) }],
  ['$rename', { a: 1, b: 2 }, { $rename: { a: 'c' } }, { b: 2, c: 1 }],
  ['$rename to an existing field', { a: 1, b: 2 }, { $rename: { a: 'b' } }, { b: 1 }],
  ['$rename out of a document', { a: { b: 1, x: 2 } }, { $rename: { 'a.b': 'c.d' } }, { a: { x: 2 }, c: { d: 1 } }],
  ['$rename of a missing field', { a: 1 }, { $rename: { b: 'c' } }, { a: 1 }],
  ['$setOnInsert does not change an existing document', { a: 1 }, { $setOnInsert: { b: 1 } }, { a: 1 }],
  ['$currentDate', {}, { $currentDate: { a: true, b: { $type: 'date' } } }, { a: now, b: now }],
  ['$push', { a: [1] }, { $push: { a: [2] } }, { a: [1, [2]] }],
  ['$push to a missing field', {}, { $push: { 'a.b': 1 } }, { a: { b: [1] } }],
  ['$push $each', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
  ['$push $position', { a: [1, 2] }, { $push: { a: { $each: [9], $position: 1 } } }, { a: [1, 9, 2] }],
  ['$push $position from the end', { a: [1, 2] }, { $push: { a: { $each: [9], $position: -1 } } }, { a: [1, 9, 2] }],
  ['$push $slice from the end', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: -2 } } }, { a: [2, 3] }],
  ['$push with a $slice of 0', { a: [1] }, { $push: { a: { $each: [2], $slice: 0 } } }, { a: [] }],
  ['$push $sort of values', { a: [3, 1] }, { $push: { a: { $each: [2], $sort: -1 } } }, { a: [3, 2, 1] }],
  [
    '$push $sort by a field keeps equal ones in order',
    {
      a: [
        { s: 2, n: 1 },
        { s: 1, n: 2 },
      ],
    },
    { $push: { a: { $each: [{ s: 2, n: 3 }], $sort: { s: 1 } } } },
    {
      a: [
        { s: 1, n: 2 },
        { s: 2, n: 1 },
        { s: 2, n: 3 },
      ],
    },
  ],
  ['$push sorts before it slices', { a: [5] }, { $push: { a: { $each: [1, 9], $sort: 1, $slice: 2 } } }, { a: [1, 5] }],
  ['$addToSet', { a: [1] }, { $addToSet: { a: 2 } }, { a: [1, 2] }],
  [
    '$addToSet of a value that exists with another number type',
    { a: [1] },
    { $addToSet: { a: new Double(1) } },
    { a: [1] },
  ],
  ['$addToSet of an existing ObjectId', { a: [id] }, { $addToSet: { a: id } }, { a: [id] }],
  ['$addToSet with $each adds each value once', { a: [1] }, { $addToSet: { a: { $each: [2, 2, 1] } } }, { a: [1, 2] }],
  [
    '$addToSet treats documents with a different field order as different',
    { a: [{ x: 1, y: 2 }] },
    { $addToSet: { a: { y: 2, x: 1 } } },
    {
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    },
  ],
  ['$pull of a value', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
  ['$pull by a condition', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  ['$pull of documents with a field', { a: [{ x: 1, y: 1 }, { x: 2 }] }, { $pull: { a: { x: 1 } } }, { a: [{ x: 2 }] }],
  ['$pull of a document leaves scalars', { a: [1, { x: 1 }] }, { $pull: { a: { x: 1 } } }, { a: [1] }],
  ['$pull by an id', { a: [{ _id: id }] }, { $pull: { a: { _id: id } } }, { a: [] }],
  ['$pull of an array', { a: [[1], [2]] }, { $pull: { a: [1] } }, { a: [[2]] }],
  ['$pull by a regular expression', { a: ['x', 'y'] }, { $pull: { a: /^x/ } }, { a: ['y'] }],
  ['$pull from a missing field', {}, { $pull: { a: 1 } }, {}],
  ['$pullAll', { a: [1, 2, 3, 1] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
  ['$pop of the last', { a: [1, 2] }, { $pop: { a: 1 } }, { a: [1] }],
  ['$pop of the first', { a: [1, 2] }, { $pop: { a: -1 } }, { a: [2] }],
  ['$pop of an empty array', { a: [] }, { $pop: { a: 1 } }, { a: [] }],
  ['$[] in $[]', { a: [{ b: [1] }, { b: [2] }] }, { $set: { 'a.$[].b.$[]': 0 } }, { a: [{ b: [0] }, { b: [0] }] }],
  [
    'operators are applied in the order of the paths',
    { b: 1 },
    { $set: { c: 1 }, $inc: { a: 1 } },
    { b: 1, a: 1, c: 1 },
  ],
];

const failures: [string, Plain, Plain, number][] = [
  ['the same path twice', { a: 1 }, { $set: { a: 2 }, $inc: { a: 1 } }, 40],
  ['a path inside another', { a: {} }, { $set: { a: 1, 'a.b': 1 } }, 40],
  ['a path that contains another', { a: {} }, { $set: { 'a.b': 1 }, $unset: { a: 1 } }, 40],
  ['$rename to a path that is set', {}, { $set: { b: 1 }, $rename: { a: 'b' } }, 40],
  ['$inc of a string', { a: 's' }, { $inc: { a: 1 } }, 14],
  ['$inc of null', { a: null }, { $inc: { a: 1 } }, 14],
  ['$inc by a string', {}, { $inc: { a: '1' } }, 14],
  ['$inc beyond 64 bits', { a: long('9223372036854775807') }, { $inc: { a: 1 } }, 2],
  ['$set below a scalar', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
  ['$set below null', { a: null }, { $set: { 'a.b': 1 } }, 28],
  ['$set of a name in an array', { a: [{ n: 1 }] }, { $set: { 'a.n': 1 } }, 28],
  ['$set far beyond the end', { a: [] }, { $set: { 'a.1500001': 1 } }, 34],
  ['$push to a scalar', { a: 1 }, { $push: { a: 1 } }, 2],
  ['$push with an unknown clause', {}, { $push: { a: { $each: [], $foo: 1 } } }, 2],
  ['$push $slice of a fraction', {}, { $push: { a: { $each: [], $slice: 1.5 } } }, 2],
  ['$addToSet to a scalar', { a: 1 }, { $addToSet: { a: 1 } }, 2],
  ['$pull from a scalar', { a: 1 }, { $pull: { a: 1 } }, 2],
  ['$pullAll without a list', {}, { $pullAll: { a: 1 } }, 2],
  ['$pop of 2', { a: [] }, { $pop: { a: 2 } }, 9],
  ['$pop from a scalar', { a: 1 }, { $pop: { a: 1 } }, 14],
  ['$rename to itself', {}, { $rename: { a: 'a' } }, 2],
  ['$rename into itself', {}, { $rename: { a: 'a.b' } }, 2],
  ['$rename of an element', { a: [{ b: 1 }] }, { $rename: { 'a.0.b': 'c' } }, 2],
  ['$rename into an array', { a: 1, b: [] }, { $rename: { a: 'b.0' } }, 2],
  ['an unknown operator', {}, { $foo: { a: 1 } }, 9],
  ['a field among operators', {}, { $set: { a: 1 }, b: 1 }, 9],
  ['an operator without fields', {}, { $set: 5 }, 9],
  ['an empty name', {}, { $set: { 'a..b': 1 } }, 56],
  ['a top-level name with a dollar', {}, { $set: { $b: 1 } }, 52],
  ['another _id', { _id: 1 }, { $set: { _id: 2 } }, 66],
  ['an _id taken away', { _id: 1 }, { $unset: { _id: 1 } }, 66],
  ['a part of the _id', { _id: { a: 1 } }, { $set: { '_id.a': 2 } }, 66],
  ['$ without a match', { a: [1] }, { $set: { 'a.$': 1 } }, 2],
  ['two $', { a: [1] }, { $set: { 'a.$.b.$': 1 } }, 2],
  ['$[] of a missing field', {}, { $set: { 'a.$[]': 1 } }, 2],
  ['$[] of a scalar', { a: 1 }, { $set: { 'a.$[]': 1 } }, 2],
  ['an identifier without a filter', { a: [1] }, { $set: { 'a.$[x]': 1 } }, 2],
  ['a replacement with a dollar', {}, { a: 1, $b: 1 }, 52],
];

describe('an update', () => {
  test.each(table)('%s', (_, before, update, after) => {
    expect(typed(apply(before, update))).toBe(typed(after));
  });

  test.each(failures.map(([name, document, update, code]) => [name, code, document, update] as const))(
    '%s fails with error %i',
    (_, code, document, update) => {
      expect(codeOf(() => apply(document, update))).toBe(code);
    },
  );

  test('keeps the order of fields whose names are numbers', () => {
    const after = apply({ a: 1 }, { $set: { 10: 'x', 9: 'y', b: 1 } });
    expect(keysOf(after)).toEqual(['a', '9', '10', 'b']);
  });

  test('does not modify the document that it is applied to', () => {
    const document = asStored({ a: { b: [1, { c: 2 }] } });
    const before = encode(document);
    compiled({ $set: { 'a.b.1.c': 3 }, $push: { 'a.d': 1 } }).apply(document, compileFilter({}, evaluation));
    expect(encode(document).equals(before)).toBe(true);
  });

  test('of one field keeps the bytes of all others', () => {
    fc.assert(
      fc.property(arbitraryDocument, arbitraryValue, (document, value) => {
        const stored = asStored({ ...document, target: 1 });
        const after = compiled({ $set: { target: value } }).apply(stored, compileFilter({}, evaluation));
        expect(keysOf(after)).toEqual(keysOf(stored));
        for (const name of keysOf(stored)) {
          if (name !== 'target')
            expect(encode({ value: after[name] }).equals(encode({ value: stored[name] }))).toBe(true);
        }
        expect(typed({ value: after['target'] })).toBe(typed({ value }));
      }),
    );
  });
});

describe('a positional update', () => {
  test('with $ changes the element that the filter matched', () => {
    const lines = {
      lines: [
        { sku: 'a', n: 1 },
        { sku: 'b', n: 2 },
      ],
    };
    expect(typed(apply(lines, { $inc: { 'lines.$.n': 10 } }, { 'lines.sku': 'b' }))).toBe(
      typed({
        lines: [
          { sku: 'a', n: 1 },
          { sku: 'b', n: 12 },
        ],
      }),
    );
    expect(typed(apply({ a: [1, 7] }, { $set: { 'a.$': 0 } }, { a: { $gt: 5 } }))).toBe(typed({ a: [1, 0] }));
  });

  test('with $[identifier] changes each element that its filter matches', () => {
    const document = {
      a: [
        { s: 1, t: [1, 5] },
        { s: 2, t: [6] },
      ],
    };
    expect(typed(apply(document, { $set: { 'a.$[x].t.$[y]': 0 } }, {}, [{ 'x.s': 1 }, { y: { $gt: 4 } }]))).toBe(
      typed({
        a: [
          { s: 1, t: [1, 0] },
          { s: 2, t: [6] },
        ],
      }),
    );
    expect(typed(apply({ a: [1, 2, 3] }, { $inc: { 'a.$[x]': 1 } }, {}, [{ $or: [{ x: 1 }, { x: 3 }] }]))).toBe(
      typed({ a: [2, 2, 4] }),
    );
  });

  test.each([
    ['is not used', { $set: { a: 1 } }, [{ x: 1 }], 9],
    ['is given twice', { $set: { 'a.$[x]': 1 } }, [{ x: 1 }, { x: 2 }], 9],
    ['has two names', { $set: { 'a.$[x]': 1 } }, [{ x: 1, y: 2 }], 9],
    ['has an invalid identifier', { $set: { 'a.$[X]': 1 } }, [{ X: 1 }], 2],
  ])('is refused when an array filter %s', (_, update, filters, code) => {
    expect(codeOf(() => apply({ a: [1] }, update, {}, filters))).toBe(code);
  });

  test('is refused when two paths select the same element', () => {
    const update = { $set: { 'a.$[x]': 1, 'a.$[y]': 2 } };
    expect(codeOf(() => apply({ a: [1] }, update, {}, [{ x: 1 }, { y: 1 }]))).toBe(40);
    expect(typed(apply({ a: [1, 2] }, update, {}, [{ x: 1 }, { y: 2 }]))).toBe(typed({ a: [1, 2] }));
  });
});

describe('a replacement', () => {
  test('keeps the _id, and puts it first', () => {
    expect(typed(apply({ _id: 1, a: 1 }, { b: 2 }))).toBe(typed({ _id: 1, b: 2 }));
    expect(typed(apply({ _id: 1, a: 1 }, { b: 2, _id: 1 }))).toBe(typed({ _id: 1, b: 2 }));
    expect(typed(apply({ _id: 1, a: 1 }, { _id: new Double(1), b: 2 }))).toBe(typed({ _id: 1, b: 2 }));
    expect(compiled({ b: 2 }).isReplacement).toBe(true);
  });

  test('with another _id is refused', () => {
    expect(codeOf(() => apply({ _id: 1 }, { _id: 2 }))).toBe(66);
  });

  test('of many documents is refused', () => {
    expect(codeOf(() => compileUpdate(asStored({ a: 1 }), { evaluation, multi: true }))).toBe(9);
  });
});

describe('an upsert', () => {
  const upsert = (filter: Plain, update: Plain) => typed(compiled(update).upsert(asStored(filter)));

  test.each<[string, Plain, Plain, Plain]>([
    [
      'takes the equalities of the filter, in the order of their names',
      { b: 1, a: { $eq: 2 } },
      { $set: { z: 3 } },
      { a: 2, b: 1, z: 3 },
    ],
    ['puts the _id first', { b: 1, _id: 7 }, { $set: { a: 1 } }, { _id: 7, b: 1, a: 1 }],
    ['takes the _id of the update', { b: 1 }, { $set: { _id: 7 } }, { _id: 7, b: 1 }],
    ['applies $setOnInsert', { _id: 1 }, { $inc: { n: 1 }, $setOnInsert: { m: 2 } }, { _id: 1, m: 2, n: 1 }],
    [
      'looks into $and, $or of one, $in of one and $all of one',
      { $and: [{ a: 1 }], $or: [{ b: 2 }], c: { $in: [3] }, d: { $all: [4] } },
      { $set: { e: 5 } },
      { a: 1, b: 2, c: 3, d: 4, e: 5 },
    ],
    [
      'does not take other conditions',
      { a: { $gt: 1 }, b: { $in: [1, 2] }, $or: [{ c: 1 }, { d: 1 }], e: /x/ },
      { $set: { f: 1 } },
      { f: 1 },
    ],
    ['builds paths', { 'a.b': 1 }, { $set: { 'a.c': 2 } }, { a: { b: 1, c: 2 } }],
    ['applies the operators to what the filter gives', { a: 5 }, { $inc: { a: 1 } }, { a: 6 }],
    ['of a replacement takes only the _id', { _id: 1, a: 5 }, { b: 2 }, { _id: 1, b: 2 }],
    ['takes null', { a: null }, { $set: { b: 1 } }, { a: null, b: 1 }],
  ])('%s', (_, filter, update, expected) => {
    expect(upsert(filter, update)).toBe(typed(expected));
  });

  test.each<[string, Plain, Plain, number]>([
    ['a path that is matched twice', { $and: [{ a: 1 }, { a: 2 }] }, { $set: { b: 1 } }, 54],
    ['a path and one within it', { a: {}, 'a.b': 1 }, { $set: { b: 1 } }, 54],
    ['another _id than the filter’s', { _id: 1 }, { $set: { _id: 2 } }, 66],
    ['another _id in a replacement', { _id: 1 }, { _id: 2 }, 66],
  ])('is refused for %s', (_, filter, update, code) => {
    expect(codeOf(() => upsert(filter, update))).toBe(code);
  });
});

describe('an update by pipeline', () => {
  const run = (document: Plain, ...stages: Plain[]) =>
    compileUpdate(stages.map(asStored), { evaluation }).apply(asStored(document), compileFilter({}, evaluation));

  test.each<[string, Plain, Plain[], Plain]>([
    [
      '$set keeps the place of a field, and adds new ones in its own order',
      { a: 1, b: 2 },
      [{ $set: { z: 1, b: '$a', y: 2 } }],
      { a: 1, b: 1, z: 1, y: 2 },
    ],
    [
      'a stage sees what the stage before it made',
      { a: 1 },
      [{ $set: { b: { $add: ['$a', 1] } } }, { $set: { c: { $add: ['$b', 1] } } }],
      { a: 1, b: 2, c: 3 },
    ],
    [
      'the expressions of one stage see the document before it',
      { a: 1, b: 2 },
      [{ $set: { a: '$b', b: '$a' } }],
      { a: 2, b: 1 },
    ],
    ['$$REMOVE takes a field away', { a: 1, b: 2 }, [{ $set: { a: '$$REMOVE' } }], { b: 2 }],
    ['$$REMOVE by a condition', { a: 1 }, [{ $set: { a: { $cond: [{ $gt: ['$a', 5] }, '$a', '$$REMOVE'] } } }], {}],
    ['a document sets what is in it', { a: { x: 1, y: 2 } }, [{ $set: { a: { y: 3 } } }], { a: { x: 1, y: 3 } }],
    ['$literal sets a document whole', { a: { x: 1 } }, [{ $set: { a: { $literal: { y: 3 } } } }], { a: { y: 3 } }],
    [
      'a dotted path in an array sets it in each element',
      { a: [{ x: 1 }, 5] },
      [{ $set: { 'a.y': 1 } }],
      { a: [{ x: 1, y: 1 }, { y: 1 }] },
    ],
    ['a dotted path replaces a scalar', { a: 5 }, [{ $set: { 'a.b': 1 } }], { a: { b: 1 } }],
    ['$unset', { a: { x: 1, y: 2 }, b: 1 }, [{ $unset: ['a.x', 'b'] }], { a: { y: 2 } }],
    ['$project', { _id: 1, a: 1, b: 2 }, [{ $project: { b: 1 } }], { _id: 1, b: 2 }],
    ['$replaceWith keeps the _id', { _id: 1, a: { b: 2 } }, [{ $replaceWith: '$a' }], { _id: 1, b: 2 }],
    [
      '$replaceWith with $mergeObjects',
      { _id: 1, a: { b: 2 } },
      [{ $replaceWith: { $mergeObjects: ['$$ROOT', '$a'] } }],
      { _id: 1, a: { b: 2 }, b: 2 },
    ],
    ['$$NOW is the time of the command', {}, [{ $set: { a: '$$NOW' } }], { a: now }],
    [
      'an outbox grows',
      { outbox: [{ n: 1 }] },
      [{ $set: { outbox: { $concatArrays: ['$outbox', [{ n: { $add: [{ $size: '$outbox' }, 1] } }]] } } }],
      { outbox: [{ n: 1 }, { n: 2 }] },
    ],
    [
      'an outbox shrinks',
      { outbox: [{ n: 1 }, { n: 2 }] },
      [{ $set: { outbox: { $filter: { input: '$outbox', cond: { $not: [{ $in: ['$$this.n', [1]] }] } } } } }],
      { outbox: [{ n: 2 }] },
    ],
  ])('%s', (_, before, stages, after) => {
    expect(typed(run(before, ...stages))).toBe(typed(after));
  });

  test('upserts from the equalities of the filter', () => {
    const update = compileUpdate([{ $set: { n: { $add: [{ $ifNull: ['$n', 0] }, 1] } } }].map(asStored), {
      evaluation,
    });
    expect(typed(update.upsert(asStored({ user_id: 5, _id: 7, n: { $gt: 1 } })))).toBe(
      typed({ _id: 7, user_id: 5, n: 1 }),
    );
  });

  test.each<[string, Plain[], number]>([
    ['$match', [{ $match: {} }], 72],
    ['a stage with two names', [{ $set: {}, $unset: 'a' }], 9],
    ['another _id', [{ $set: { _id: 2 } }], 66],
  ])('is refused for %s', (_, stages, code) => {
    expect(codeOf(() => run({ _id: 1 }, ...stages))).toBe(code);
  });

  test('keeps an int an int and a double a double', () => {
    expect(typed(run({ a: new Int32(1), b: new Double(2) }, { $set: { c: 1 } }))).toBe(
      typed({ a: new Int32(1), b: new Double(2), c: 1 }),
    );
  });
});
