import { Long } from 'bson';
import { codeOf } from '../values/testing/as-stored';
import { apply, type Plain } from './testing/apply-update';

const long = (value: string) => Long.fromString(value);
const failures: [string, Plain, Plain, number][] = [
  ['the same path twice', { a: 1 }, { $set: { a: 2 }, $inc: { a: 1 } }, 40],
  ['a path inside another path of the update', { a: {} }, { $set: { a: 1, 'a.b': 1 } }, 40],
  ['a path that contains another path of the update', { a: {} }, { $set: { 'a.b': 1 }, $unset: { a: 1 } }, 40],
  ['$rename to a path that $set changes', {}, { $set: { b: 1 }, $rename: { a: 'b' } }, 40],
  ['$inc of a string', { a: 's' }, { $inc: { a: 1 } }, 14],
  ['$inc of null', { a: null }, { $inc: { a: 1 } }, 14],
  ['$inc by a string', {}, { $inc: { a: '1' } }, 14],
  ['$inc beyond 64 bits', { a: long('9223372036854775807') }, { $inc: { a: 1 } }, 2],
  ['$set below a scalar', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
  ['$set below null', { a: null }, { $set: { 'a.b': 1 } }, 28],
  ['$set of a field name in an array', { a: [{ n: 1 }] }, { $set: { 'a.n': 1 } }, 28],
  ['$set far beyond the end of an array', { a: [] }, { $set: { 'a.1500001': 1 } }, 34],
  ['$push to a scalar', { a: 1 }, { $push: { a: 1 } }, 2],
  ['$push with an unknown clause', {}, { $push: { a: { $each: [], $foo: 1 } } }, 2],
  ['$push with a fraction as $slice', {}, { $push: { a: { $each: [], $slice: 1.5 } } }, 2],
  ['$addToSet to a scalar', { a: 1 }, { $addToSet: { a: 1 } }, 2],
  ['$pull from a scalar', { a: 1 }, { $pull: { a: 1 } }, 2],
  ['$pullAll without a list', {}, { $pullAll: { a: 1 } }, 2],
  ['$pop with 2', { a: [] }, { $pop: { a: 2 } }, 9],
  ['$pop from a scalar', { a: 1 }, { $pop: { a: 1 } }, 14],
  ['$rename to itself', {}, { $rename: { a: 'a' } }, 2],
  ['$rename into a path inside the field', {}, { $rename: { a: 'a.b' } }, 2],
  ['$rename of a field in an array', { a: [{ b: 1 }] }, { $rename: { 'a.0.b': 'c' } }, 2],
  ['$rename into an array', { a: 1, b: [] }, { $rename: { a: 'b.0' } }, 2],
  ['an unknown operator', {}, { $foo: { a: 1 } }, 9],
  ['a field among operators', {}, { $set: { a: 1 }, b: 1 }, 9],
  ['an operator without fields', {}, { $set: 5 }, 9],
  ['a path with an empty part', {}, { $set: { 'a..b': 1 } }, 56],
  ['$set of a top-level field with a dollar sign', {}, { $set: { $b: 1 } }, 52],
  ['$set of another _id', { _id: 1 }, { $set: { _id: 2 } }, 66],
  ['$unset of the _id', { _id: 1 }, { $unset: { _id: 1 } }, 66],
  ['$set of a field in the _id', { _id: { a: 1 } }, { $set: { '_id.a': 2 } }, 66],
  ['$ in a path if the filter matched no element', { a: [1] }, { $set: { 'a.$': 1 } }, 2],
  ['two $ in a path', { a: [1] }, { $set: { 'a.$.b.$': 1 } }, 2],
  ['$[] of a missing field', {}, { $set: { 'a.$[]': 1 } }, 2],
  ['$[] of a scalar', { a: 1 }, { $set: { 'a.$[]': 1 } }, 2],
  ['$[identifier] without an array filter', { a: [1] }, { $set: { 'a.$[x]': 1 } }, 2],
  ['a replacement with a dollar sign in a field name', {}, { a: 1, $b: 1 }, 52],
];

describe('an invalid update', () => {
  test.each(failures.map(([name, document, update, code]) => [name, code, document, update] as const))(
    'with %s is refused with error %i',
    (_, code, document, update) => {
      expect(codeOf(() => apply(document, update))).toBe(code);
    },
  );
});
