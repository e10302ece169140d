import { mongo } from 'mongoose';

const { Binary, Decimal128, Long, ObjectId } = mongo;

/** A filter, documents that it matches in MongoDB, and documents that it does not match. */
export interface QueryCase {
  rule: string;
  filter: mongo.Document;
  matches: mongo.Document[];
  others: mongo.Document[];
}

const earlier = new ObjectId('64a000000000000000000000');
const later = new ObjectId('64b000000000000000000001');
const sameAsLater = new ObjectId('64b000000000000000000001');
const decimal = (text: string) => Decimal128.fromString(text);

const values: QueryCase[] = [
  {
    rule: 'ObjectIds are compared by their bytes',
    filter: { a: later },
    matches: [{ a: sameAsLater }, { a: [sameAsLater] }],
    others: [{ a: earlier }, { a: String(later) }],
  },
  {
    rule: 'ObjectIds are ordered by their bytes',
    filter: { a: { $gt: earlier } },
    matches: [{ a: later }],
    others: [{ a: earlier }, { a: new Date() }],
  },
  {
    rule: 'dates are equal if they are the same instant',
    filter: { a: new Date(5) },
    matches: [{ a: new Date(5) }],
    others: [{ a: 5 }, { a: new Date(6) }],
  },
  {
    rule: 'numbers of different types are equal if their values are equal',
    filter: { a: 5 },
    matches: [{ a: Long.fromNumber(5) }, { a: decimal('5') }, { a: decimal('5.00') }, { a: 5 }],
    others: [{ a: '5' }, { a: decimal('5.01') }],
  },
  {
    rule: 'decimals are ordered by value, not by text',
    filter: { a: { $gt: decimal('9') } },
    matches: [{ a: decimal('10') }, { a: 10 }],
    others: [{ a: decimal('9.0') }],
  },
  { rule: 'NaN equals NaN', filter: { a: NaN }, matches: [{ a: NaN }], others: [{ a: 0 }] },
  { rule: 'a boolean is not a number', filter: { a: 1 }, matches: [{ a: 1 }], others: [{ a: true }] },
  {
    rule: 'binary values are compared by their bytes',
    filter: { a: new Binary(Buffer.from([1])) },
    matches: [{ a: new Binary(Buffer.from([1])) }],
    others: [{ a: new Binary(Buffer.from([2])) }],
  },
  {
    rule: 'an inequality matches only values of the type of its operand',
    filter: { a: { $gt: 1 } },
    matches: [{ a: 2 }],
    others: [{ a: '5' }, { a: new Date() }, { a: null }, {}],
  },
  { rule: 'a missing field is not less than any value', filter: { a: { $lt: 5 } }, matches: [{ a: 4 }], others: [{}] },
];

const missing: QueryCase[] = [
  { rule: 'null matches a missing field', filter: { a: null }, matches: [{}, { a: null }], others: [{ a: 0 }] },
  {
    rule: '$in with null matches a missing field, and null in an array',
    filter: { a: { $in: [null] } },
    matches: [{}, { a: null }, { a: [1, null] }],
    others: [{ a: [] }, { a: 1 }],
  },
  { rule: '$gte null matches a missing field', filter: { a: { $gte: null } }, matches: [{}], others: [{ a: 1 }] },
  {
    rule: 'null matches if the path does not exist, or if a document in an array lacks the field',
    filter: { 'a.b': null },
    matches: [{ a: {} }, { a: [{ b: 1 }, {}] }, {}],
    others: [{ a: [{ b: 1 }] }, { a: { b: 1 } }],
  },
  {
    rule: '$exists tests the documents in an array',
    filter: { 'a.b': { $exists: true } },
    matches: [{ a: [{ b: 1 }] }, { a: { b: null } }],
    others: [{ a: [{}] }, { a: 1 }],
  },
  {
    rule: '$exists false does not match null',
    filter: { a: { $exists: false } },
    matches: [{}],
    others: [{ a: null }],
  },
];

const arrays: QueryCase[] = [
  {
    rule: 'an array operand matches an equal array, or an array that contains an equal array',
    filter: { a: [1, 2] },
    matches: [{ a: [1, 2] }, { a: [[1, 2]] }],
    others: [{ a: [2, 1] }, { a: [1, 2, 3] }],
  },
  {
    rule: 'a scalar matches an element of an array, but not an element of a nested array',
    filter: { a: 1 },
    matches: [{ a: [1, 2] }],
    others: [{ a: [[1, 2]] }],
  },
  {
    rule: 'two conditions on an array may be met by different elements',
    filter: { a: { $gt: 5, $lt: 5 } },
    matches: [{ a: [1, 10] }],
    others: [{ a: [5] }, { a: 5 }],
  },
  {
    rule: '$elemMatch requires one element that meets all conditions',
    filter: { a: { $elemMatch: { $gt: 5, $lt: 9 } } },
    matches: [{ a: [1, 7] }],
    others: [{ a: [1, 10] }, { a: 7 }],
  },
  {
    rule: '$elemMatch on documents requires one document with all fields',
    filter: { a: { $elemMatch: { x: 1, y: 1 } } },
    matches: [{ a: [{ x: 1, y: 1 }] }],
    others: [
      {
        a: [
          { x: 1, y: 2 },
          { x: 2, y: 1 },
        ],
      },
    ],
  },
  {
    rule: '$ne and $nin exclude an array that contains the value',
    filter: { $and: [{ a: { $ne: 1 } }, { a: { $nin: [later] } }] },
    matches: [{ a: [2, 3] }, {}],
    others: [{ a: [1, 2] }, { a: sameAsLater }, { a: [later] }],
  },
  { rule: '$size counts elements', filter: { a: { $size: 1 } }, matches: [{ a: [1] }], others: [{ a: [] }, { a: 1 }] },
  {
    rule: '$all treats a scalar as an array with one element',
    filter: { a: { $all: [1] } },
    matches: [{ a: 1 }, { a: [1, 2] }],
    others: [{ a: [2] }],
  },
  {
    rule: '$all requires every value',
    filter: { a: { $all: [1, 3] } },
    matches: [{ a: [1, 2, 3] }],
    others: [{ a: [1, 2] }],
  },
  {
    rule: 'a number in a path is an array index',
    filter: { 'a.1': 6 },
    matches: [{ a: [5, 6] }],
    others: [{ a: [6, 5] }],
  },
  {
    rule: 'a path goes through the documents in an array into their own arrays',
    filter: { 'a.b': 2 },
    matches: [{ a: [{ b: [1, 2] }] }],
    others: [{ a: [[{ b: 2 }]] }],
  },
  {
    rule: 'arrays are ordered element by element',
    filter: { a: { $gt: [2] } },
    matches: [{ a: [3] }],
    others: [{ a: [1, 9] }],
  },
];

const operators: QueryCase[] = [
  {
    rule: 'an embedded document matches only with all its fields in the same order',
    filter: { a: { x: 1, y: 2 } },
    matches: [{ a: { x: 1, y: 2 } }],
    others: [{ a: { y: 2, x: 1 } }, { a: { x: 1 } }, { a: { x: 1, y: 2, z: 3 } }],
  },
  {
    rule: '$type accepts type aliases, and tests the elements of an array',
    filter: { a: { $type: ['objectId', 'date', 'string'] } },
    matches: [{ a: later }, { a: new Date(7) }, { a: ['s'] }],
    others: [{ a: 1 }, { a: null }, { a: [] }],
  },
  {
    rule: '$type number matches every numeric type',
    filter: { a: { $type: 'number' } },
    matches: [{ a: 1 }, { a: decimal('1') }],
    others: [{ a: '1' }],
  },
  {
    rule: '$mod compares the remainder of a division',
    filter: { a: { $mod: [5, 0] } },
    matches: [{ a: 10 }],
    others: [{ a: 11 }, { a: '10' }],
  },
  {
    rule: '$not with a pattern matches values that the pattern does not match',
    filter: { a: { $not: /^y/ } },
    matches: [{ a: 'x' }, {}, { a: 1 }],
    others: [{ a: 'y1' }],
  },
  {
    rule: '$not matches a missing field',
    filter: { a: { $not: { $gt: 0 } } },
    matches: [{}, { a: null }, { a: 0 }],
    others: [{ a: 1 }],
  },
  {
    rule: '$regex accepts the option i',
    filter: { a: { $regex: 'abc', $options: 'i' } },
    matches: [{ a: 'xABCx' }],
    others: [{ a: 'ab' }],
  },
  {
    rule: '$in accepts patterns',
    filter: { a: { $in: [/^a/, 'z'] } },
    matches: [{ a: 'abc' }, { a: 'z' }],
    others: [{ a: 'ba' }],
  },
  {
    rule: '$nor matches documents that no branch matches',
    filter: { $nor: [{ a: 2 }, { a: 3 }] },
    matches: [{ a: 1 }, {}],
    others: [{ a: 2 }, { a: 3 }],
  },
  {
    rule: '$expr compares two fields',
    filter: { $expr: { $gt: ['$a', '$b'] } },
    matches: [{ a: 2, b: 1 }],
    others: [{ a: 1, b: 2 }],
  },
  { rule: '$comment changes nothing', filter: { a: 1, $comment: 'why' }, matches: [{ a: 1 }], others: [{ a: 2 }] },
];

export const queryCases = [...values, ...missing, ...arrays, ...operators];
