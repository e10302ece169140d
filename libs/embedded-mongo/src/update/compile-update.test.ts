import { Decimal128, Double, Long, ObjectId } from 'bson';
import * as fc from 'fast-check';
import { compileFilter } from '../query/compile-filter';
import { keysOf } from '../values/document';
import { encode } from '../values/encode';
import { arbitraryDocument, arbitraryValue } from '../values/testing/arbitrary-values';
import { asStored, typed } from '../values/testing/as-stored';
import { apply, compiled, evaluation, now, type Plain } from './testing/apply-update';

const long = (value: string) => Long.fromString(value);
const dec = (value: string) => Decimal128.fromString(value);
const id = new ObjectId('64b000000000000000000001');
const table: [string, Plain, Plain, Plain][] = [
  ['$set keeps the position of a field', { a: 1, b: 2 }, { $set: { a: 3 } }, { a: 3, b: 2 }],
  [
    '$set adds new fields in the order of their names',
    { z: 1 },
    { $set: { c: 1, a: 2, b: 3 } },
    { z: 1, a: 2, b: 3, c: 1 },
  ],
  [
    '$set adds new nested fields in the byte order of their names',
    { a: {} },
    { $set: { 'a.x10': 1, 'a.x9': 2 } },
    { a: { x10: 1, x9: 2 } },
  ],
  ['$set creates the documents of a missing path', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
  [
    '$set with a number in a missing path creates a document, not an array',
    {},
    { $set: { 'a.0': 1 } },
    { a: { 0: 1 } },
  ],
  ['$set changes an array element by its index', { a: [1, 2] }, { $set: { 'a.1': 9 } }, { a: [1, 9] }],
  [
    '$set beyond the end of an array fills the gap with null',
    { a: [1] },
    { $set: { 'a.3': 9 } },
    { a: [1, null, null, 9] },
  ],
  ['$set creates an array element with a document', { a: [] }, { $set: { 'a.1.b': 9 } }, { a: [null, { b: 9 }] }],
  ['$set replaces an int by an equal double', { a: 1 }, { $set: { a: new Double(1) } }, { a: new Double(1) }],
  ['$set without fields changes nothing', { a: 1 }, { $set: {} }, { a: 1 }],
  ['$unset removes a field', { a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
  ['$unset of an array element sets it to null', { a: [1, 2] }, { $unset: { 'a.0': 1 } }, { a: [null, 2] }],
  ['$unset of a missing field changes nothing', { a: 1 }, { $unset: { 'b.c': 1 } }, { a: 1 }],
  ['$unset below a scalar changes nothing', { a: 1 }, { $unset: { 'a.b': 1 } }, { a: 1 }],
  [
    '$unset of a field name in an array changes nothing',
    { a: [{ b: 1 }] },
    { $unset: { 'a.b': 1 } },
    { a: [{ b: 1 }] },
  ],
  ['$inc sets a missing field to the operand', {}, { $inc: { a: long('2') } }, { a: long('2') }],
  ['$inc turns an int into a long if necessary', { a: 2147483647 }, { $inc: { a: 1 } }, { a: long('2147483648') }],
  ['$inc keeps a long', { a: long('5') }, { $inc: { a: 1 } }, { a: long('6') }],
  ['$inc adds a fraction', { a: 1 }, { $inc: { a: 0.5 } }, { a: 1.5 }],
  ['$inc adds decimals', { a: dec('1.10') }, { $inc: { a: dec('1.05') } }, { a: dec('2.15') }],
  ["$mul sets a missing field to zero of the operand's type", {}, { $mul: { a: long('5') } }, { a: long('0') }],
  ['$mul multiplies', { a: 3 }, { $mul: { a: 4 } }, { a: 12 }],
  ['$min sets the lower value', { a: 5 }, { $min: { a: 3 } }, { a: 3 }],
  ['$min keeps an equal value of another type', { a: 5 }, { $min: { a: new Double(5) } }, { a: 5 }],
  ['$min compares across types', { a: 'x' }, { $min: { a: 3 } }, { a: 3 }],
  ['$max sets a missing field', {}, { $max: { a: 3 } }, { a: 3 }],
  ['$max replaces null by a number', { a: null }, { $max: { a: -1 } }, { a: -1 }],
  ['$max compares dates', { a: new Date(5) }, { $max: { a: new Date(9) } }, { a: new Date(9) }],
  ['$rename moves a field to the end', { a: 1, b: 2 }, { $rename: { a: 'c' } }, { b: 2, c: 1 }],
  ['$rename replaces an existing field', { a: 1, b: 2 }, { $rename: { a: 'b' } }, { b: 1 }],
  [
    '$rename moves a field into another document',
    { a: { b: 1, x: 2 } },
    { $rename: { 'a.b': 'c.d' } },
    { a: { x: 2 }, c: { d: 1 } },
  ],
  ['$rename of a missing field changes nothing', { a: 1 }, { $rename: { b: 'c' } }, { a: 1 }],
  ['$setOnInsert does not change an existing document', { a: 1 }, { $setOnInsert: { b: 1 } }, { a: 1 }],
  [
    '$currentDate sets the time of the command',
    {},
    { $currentDate: { a: true, b: { $type: 'date' } } },
    { a: now, b: now },
  ],
  ['$push adds an array as one element', { a: [1] }, { $push: { a: [2] } }, { a: [1, [2]] }],
  ['$push creates a missing array', {}, { $push: { 'a.b': 1 } }, { a: { b: [1] } }],
  ['$push with $each adds several elements', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
  [
    '$push with $position inserts an element',
    { a: [1, 2] },
    { $push: { a: { $each: [9], $position: 1 } } },
    { a: [1, 9, 2] },
  ],
  [
    '$push with a negative $position counts from the end',
    { a: [1, 2] },
    { $push: { a: { $each: [9], $position: -1 } } },
    { a: [1, 9, 2] },
  ],
  [
    '$push with a negative $slice keeps the last elements',
    { a: [1, 2] },
    { $push: { a: { $each: [3], $slice: -2 } } },
    { a: [2, 3] },
  ],
  ['$push with a $slice of 0 empties the array', { a: [1] }, { $push: { a: { $each: [2], $slice: 0 } } }, { a: [] }],
  ['$push with $sort sorts the values', { a: [3, 1] }, { $push: { a: { $each: [2], $sort: -1 } } }, { a: [3, 2, 1] }],
  [
    '$push with $sort by a field keeps the order of equal elements',
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
  ['$addToSet adds a new value', { a: [1] }, { $addToSet: { a: 2 } }, { a: [1, 2] }],
  [
    '$addToSet does not add an equal number of another type',
    { a: [1] },
    { $addToSet: { a: new Double(1) } },
    { a: [1] },
  ],
  ['$addToSet does not add an equal ObjectId', { a: [id] }, { $addToSet: { a: id } }, { a: [id] }],
  ['$addToSet with $each adds each value once', { a: [1] }, { $addToSet: { a: { $each: [2, 2, 1] } } }, { a: [1, 2] }],
  [
    '$addToSet adds a document with another field order',
    { a: [{ x: 1, y: 2 }] },
    { $addToSet: { a: { y: 2, x: 1 } } },
    {
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    },
  ],
  ['$pull removes all equal values', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
  ['$pull removes values that match a condition', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  [
    '$pull removes documents that match a filter',
    { a: [{ x: 1, y: 1 }, { x: 2 }] },
    { $pull: { a: { x: 1 } } },
    { a: [{ x: 2 }] },
  ],
  ['$pull with a filter keeps scalars', { a: [1, { x: 1 }] }, { $pull: { a: { x: 1 } } }, { a: [1] }],
  ['$pull removes documents by their _id', { a: [{ _id: id }] }, { $pull: { a: { _id: id } } }, { a: [] }],
  ['$pull with an array removes an equal array', { a: [[1], [2]] }, { $pull: { a: [1] } }, { a: [[2]] }],
  ['$pull with a regular expression removes matching strings', { a: ['x', 'y'] }, { $pull: { a: /^x/ } }, { a: ['y'] }],
  ['$pull from a missing field changes nothing', {}, { $pull: { a: 1 } }, {}],
  [
    '$pullAll removes all values that equal one of the list',
    { a: [1, 2, 3, 1] },
    { $pullAll: { a: [1, 3] } },
    { a: [2] },
  ],
  ['$pop with 1 removes the last element', { a: [1, 2] }, { $pop: { a: 1 } }, { a: [1] }],
  ['$pop with -1 removes the first element', { a: [1, 2] }, { $pop: { a: -1 } }, { a: [2] }],
  ['$pop of an empty array changes nothing', { a: [] }, { $pop: { a: 1 } }, { a: [] }],
  [
    '$[] twice in a path changes the elements of nested arrays',
    { a: [{ b: [1] }, { b: [2] }] },
    { $set: { 'a.$[].b.$[]': 0 } },
    { a: [{ b: [0] }, { b: [0] }] },
  ],
  [
    'operators are applied in the order of the paths',
    { b: 1 },
    { $set: { c: 1 }, $inc: { a: 1 } },
    { b: 1, a: 1, c: 1 },
  ],
];

describe('an update', () => {
  test.each(table)('has the expected result: %s', (_, before, update, after) => {
    expect(typed(apply(before, update))).toBe(typed(after));
  });

  test('keeps the order of fields whose names are numbers', () => {
    const after = apply({ a: 1 }, { $set: { 10: 'x', 9: 'y', b: 1 } });
    expect(keysOf(after)).toEqual(['a', '9', '10', 'b']);
  });

  test('does not modify the given document', () => {
    const document = asStored({ a: { b: [1, { c: 2 }] } });
    const before = encode(document);
    compiled({ $set: { 'a.b.1.c': 3 }, $push: { 'a.d': 1 } }).apply(document, compileFilter({}, evaluation));
    expect(encode(document).equals(before)).toBe(true);
  });

  test('does not change the bytes of other fields', () => {
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
