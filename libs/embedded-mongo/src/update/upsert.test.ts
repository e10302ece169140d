import { asStored, codeOf, typed } from '../values/testing/as-stored';
import { compiled, type Plain } from './testing/apply-update';

describe('an upsert', () => {
  const upsert = (filter: Plain, update: Plain) => typed(compiled(update).upsert(asStored(filter)));

  test.each<[string, Plain, Plain, Plain]>([
    [
      'inserts the equalities of the filter, in the order of their names',
      { b: 1, a: { $eq: 2 } },
      { $set: { z: 3 } },
      { a: 2, b: 1, z: 3 },
    ],
    ['makes the _id the first field', { b: 1, _id: 7 }, { $set: { a: 1 } }, { _id: 7, b: 1, a: 1 }],
    ['uses the _id that the update sets', { b: 1 }, { $set: { _id: 7 } }, { _id: 7, b: 1 }],
    ['applies $setOnInsert', { _id: 1 }, { $inc: { n: 1 }, $setOnInsert: { m: 2 } }, { _id: 1, m: 2, n: 1 }],
    [
      'inserts equalities in $and, and in $or, $in and $all with one element',
      { $and: [{ a: 1 }], $or: [{ b: 2 }], c: { $in: [3] }, d: { $all: [4] } },
      { $set: { e: 5 } },
      { a: 1, b: 2, c: 3, d: 4, e: 5 },
    ],
    [
      'does not insert other conditions',
      { a: { $gt: 1 }, b: { $in: [1, 2] }, $or: [{ c: 1 }, { d: 1 }], e: /x/ },
      { $set: { f: 1 } },
      { f: 1 },
    ],
    ['creates the documents of a path', { 'a.b': 1 }, { $set: { 'a.c': 2 } }, { a: { b: 1, c: 2 } }],
    ['applies the operators to the values of the filter', { a: 5 }, { $inc: { a: 1 } }, { a: 6 }],
    ['inserts only the _id of the filter if the update is a replacement', { _id: 1, a: 5 }, { b: 2 }, { _id: 1, b: 2 }],
    ['inserts null for an equality with null', { a: null }, { $set: { b: 1 } }, { a: null, b: 1 }],
  ])('%s', (_, filter, update, expected) => {
    expect(upsert(filter, update)).toBe(typed(expected));
  });

  test.each<[string, Plain, Plain, number]>([
    ['a path that is matched twice', { $and: [{ a: 1 }, { a: 2 }] }, { $set: { b: 1 } }, 54],
    ['a path and a path inside it', { a: {}, 'a.b': 1 }, { $set: { b: 1 } }, 54],
    ['an _id that differs from that of the filter', { _id: 1 }, { $set: { _id: 2 } }, 66],
    ['a replacement whose _id differs', { _id: 1 }, { _id: 2 }, 66],
  ])('with %s is refused', (_, filter, update, code) => {
    expect(codeOf(() => upsert(filter, update))).toBe(code);
  });
});
