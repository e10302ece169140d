import { mongo } from 'mongoose';

/**
 * A document, an update, and the document after the update. `after` is undefined if MongoDB refuses
 * the update and leaves the document unchanged.
 */
export interface UpdateCase {
  rule: string;
  before: mongo.Document;
  update: mongo.Document;
  after: mongo.Document | undefined;
}

const id = new mongo.ObjectId('64b000000000000000000001');
const sameId = new mongo.ObjectId('64b000000000000000000001');

const scalars: UpdateCase[] = [
  { rule: '$inc starts a missing field at zero', before: {}, update: { $inc: { a: 1 } }, after: { a: 1 } },
  {
    rule: '$inc adds doubles in binary floating point',
    before: { a: 0.1 },
    update: { $inc: { a: 0.2 } },
    after: { a: 0.1 + 0.2 },
  },
  { rule: '$inc refuses a string', before: { a: 's' }, update: { $inc: { a: 1 } }, after: undefined },
  { rule: '$inc refuses null', before: { a: null }, update: { $inc: { a: 1 } }, after: undefined },
  { rule: '$mul sets a missing field to zero', before: {}, update: { $mul: { a: 3 } }, after: { a: 0 } },
  { rule: '$min sets a missing field', before: {}, update: { $min: { a: 3 } }, after: { a: 3 } },
  {
    rule: '$min compares dates',
    before: { a: new Date(5) },
    update: { $min: { a: new Date(3) } },
    after: { a: new Date(3) },
  },
  { rule: '$set stores null', before: { a: 1 }, update: { $set: { a: null } }, after: { a: null } },
  { rule: '$unset of a missing field does nothing', before: {}, update: { $unset: { a: 1 } }, after: {} },
];

const paths: UpdateCase[] = [
  {
    rule: '$set creates the missing documents of a path',
    before: {},
    update: { $set: { 'a.b.c': 1 } },
    after: { a: { b: { c: 1 } } },
  },
  { rule: '$set refuses a path through a number', before: { a: 1 }, update: { $set: { 'a.b': 1 } }, after: undefined },
  {
    rule: '$set refuses a field name in an array',
    before: { a: [{ n: 1 }] },
    update: { $set: { 'a.n': 1 } },
    after: undefined,
  },
  {
    rule: '$set replaces an array element by its index',
    before: { a: [1, 2] },
    update: { $set: { 'a.1': 9 } },
    after: { a: [1, 9] },
  },
  {
    rule: '$set beyond the end of an array fills the gap with null',
    before: { a: [1] },
    update: { $set: { 'a.2': 9 } },
    after: { a: [1, null, 9] },
  },
  {
    rule: '$unset of an array element sets it to null',
    before: { a: [1, 2] },
    update: { $unset: { 'a.0': 1 } },
    after: { a: [null, 2] },
  },
  {
    rule: '$inc changes a document in an array by its index',
    before: { a: [{ n: 1 }] },
    update: { $inc: { 'a.0.n': 1 } },
    after: { a: [{ n: 2 }] },
  },
  {
    rule: '$[] changes every element, even in nested arrays',
    before: { a: [{ b: [1] }, { b: [2] }] },
    update: { $set: { 'a.$[].b.$[]': 0 } },
    after: { a: [{ b: [0] }, { b: [0] }] },
  },
  {
    rule: '$rename moves the only field out of an embedded document and keeps the empty document',
    before: { a: { b: 1 } },
    update: { $rename: { 'a.b': 'c' } },
    after: { a: {}, c: 1 },
  },
];

const arrays: UpdateCase[] = [
  { rule: '$push creates an array', before: {}, update: { $push: { a: 1 } }, after: { a: [1] } },
  { rule: '$push refuses a number', before: { a: 1 }, update: { $push: { a: 1 } }, after: undefined },
  {
    rule: '$push with a $slice of 0 empties the array',
    before: { a: [1] },
    update: { $push: { a: { $each: [2], $slice: 0 } } },
    after: { a: [] },
  },
  {
    rule: '$push sorts documents by a field',
    before: { a: [{ s: 2 }] },
    update: { $push: { a: { $each: [{ s: 1 }], $sort: { s: 1 } } } },
    after: { a: [{ s: 1 }, { s: 2 }] },
  },
  {
    rule: '$push inserts at a position',
    before: { a: [1, 2] },
    update: { $push: { a: { $each: [0], $position: 0 } } },
    after: { a: [0, 1, 2] },
  },
  {
    rule: '$addToSet treats documents with another field order as different values',
    before: { a: [{ x: 1, y: 2 }] },
    update: { $addToSet: { a: { y: 2, x: 1 } } },
    after: {
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    },
  },
  {
    rule: '$addToSet does not add an equal ObjectId again',
    before: { a: [id] },
    update: { $addToSet: { a: sameId } },
    after: { a: [id] },
  },
  { rule: '$pull removes equal ObjectIds', before: { a: [id] }, update: { $pull: { a: sameId } }, after: { a: [] } },
  {
    rule: '$pull removes documents that match a condition',
    before: { a: [{ x: 1, y: 1 }, { x: 2 }] },
    update: { $pull: { a: { x: 1 } } },
    after: { a: [{ x: 2 }] },
  },
  {
    rule: '$pull removes elements that match a query operator',
    before: { a: [1, 2, 3] },
    update: { $pull: { a: { $in: [1, 3] } } },
    after: { a: [2] },
  },
  { rule: '$pull of a missing field does nothing', before: {}, update: { $pull: { a: 1 } }, after: {} },
  {
    rule: '$pullAll removes every equal element',
    before: { a: [3, 1, 3] },
    update: { $pullAll: { a: [3] } },
    after: { a: [1] },
  },
  { rule: '$pop -1 removes the first element', before: { a: [1, 2] }, update: { $pop: { a: -1 } }, after: { a: [2] } },
];

const refusals: UpdateCase[] = [
  {
    rule: 'two operators on one field are refused',
    before: { a: 1 },
    update: { $set: { a: 2 }, $inc: { a: 1 } },
    after: undefined,
  },
  {
    rule: 'a field and a path inside it are refused in one update',
    before: { a: {} },
    update: { $set: { a: 1, 'a.b': 1 } },
    after: undefined,
  },
  { rule: 'an unknown operator is refused', before: { a: 1 }, update: { $foo: { a: 1 } }, after: undefined },
];

export const updateCases = [...scalars, ...paths, ...arrays, ...refusals];
