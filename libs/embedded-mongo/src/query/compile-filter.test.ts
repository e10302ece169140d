import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId } from 'bson';
import * as fc from 'fast-check';
import { arbitraryDocument, arbitraryValue } from '../values/testing/arbitrary-values';
import { asStored, codeOf } from '../values/testing/as-stored';
import { compileFilter } from './compile-filter';

const evaluation = { now: new Date(0) };
type Plain = Record<string, unknown>;

function matches(document: Plain, filter: Plain): boolean {
  return compileFilter(asStored(filter), evaluation).matches(asStored(document));
}

const nan = new Double(NaN);
const table: [string, Plain, Plain, boolean][] = [
  ['a long equals a decimal with the same value', { a: Long.fromNumber(5) }, { a: Decimal128.fromString('5.0') }, true],
  [
    'a large long does not equal the nearest double',
    { a: Long.fromString('9007199254740993') },
    { a: new Double(9007199254740992) },
    false,
  ],
  ['a boolean is not a number', { a: true }, { a: 1 }, false],
  ['a document equals one with the same field order', { a: { x: 1, y: 2 } }, { a: { x: 1, y: 2 } }, true],
  ['a document does not equal one with another field order', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, false],
  ['a document does not equal a part of it', { a: { x: 1, y: 2 } }, { a: { x: 1 } }, false],
  ['an array equals an array with the same elements', { a: [1, 2] }, { a: [1, 2] }, true],
  ['an array matches if one of its elements equals the value', { a: [1, 2] }, { a: 2 }, true],
  ['an array operand matches an equal array inside an array', { a: [[1, 2]] }, { a: [1, 2] }, true],
  ['a scalar does not match an element of a nested array', { a: [[1, 2]] }, { a: 1 }, false],
  ['null matches null', { a: null }, { a: null }, true],
  ['null matches a missing field', {}, { a: null }, true],
  ['null matches a missing field of an embedded document', { a: {} }, { 'a.b': null }, true],
  ['null matches a path below a scalar', { a: 5 }, { 'a.b': null }, true],
  ['null does not match below an array of scalars', { a: [5] }, { 'a.b': null }, false],
  ['null does not match below an empty array', { a: [] }, { 'a.b': null }, false],
  ['null matches if one of the documents in an array lacks the field', { a: [{ b: 1 }, {}] }, { 'a.b': null }, true],
  ['null does not match an empty array', { a: [] }, { a: null }, false],
  ['an empty document equals an empty document', { a: {} }, { a: {} }, true],
  [
    'an ObjectId equals an ObjectId with the same bytes',
    { a: new ObjectId('64b000000000000000000001') },
    { a: new ObjectId('64b000000000000000000001') },
    true,
  ],
  [
    'binary data does not equal the same bytes with another subtype',
    { a: new Binary(Buffer.from([1]), 0) },
    { a: new Binary(Buffer.from([1]), 5) },
    false,
  ],
  ['NaN equals NaN', { a: nan }, { a: nan }, true],
  ['NaN is not less than 5', { a: nan }, { a: { $lt: 5 } }, false],
  ['NaN is less than or equal to NaN', { a: nan }, { a: { $lte: nan } }, true],
  ['no value is greater than NaN', { a: 1 }, { a: { $gt: nan } }, false],
  ['$gt matches only values of the same type', { a: '5' }, { a: { $gt: 1 } }, false],
  ['$gt compares numbers of all types', { a: Decimal128.fromString('1.5') }, { a: { $gt: 1 } }, true],
  ['$gte null matches null', { a: null }, { a: { $gte: null } }, true],
  ['$gt null matches nothing', { a: 1 }, { a: { $gt: null } }, false],
  ['$lt does not match a missing field', {}, { a: { $lt: 5 } }, false],
  ['$gt MinKey matches every value', { a: 'x' }, { a: { $gt: new MinKey() } }, true],
  ['$lt MinKey matches no value', { a: 'x' }, { a: { $lt: new MinKey() } }, false],
  ['$lt MaxKey matches every value', { a: { x: 1 } }, { a: { $lt: new MaxKey() } }, true],
  ['$gt compares arrays as a whole', { a: [3] }, { a: { $gt: [2] } }, true],
  ['different elements of an array can meet the two bounds', { a: [1, 10] }, { a: { $gt: 5, $lt: 5 } }, true],
  ['$ne does not match an array that contains the value', { a: [1, 2] }, { a: { $ne: 1 } }, false],
  ['$ne null does not match a missing field', {}, { a: { $ne: null } }, false],
  ['$in with null matches a missing field', {}, { a: { $in: [null] } }, true],
  ['$in with a regular expression matches a string', { a: 'abc' }, { a: { $in: [1, /^a/] } }, true],
  ['$in with an empty list matches nothing', { a: 1 }, { a: { $in: [] } }, false],
  ['$in matches equal numbers of other types', { a: new Double(3) }, { a: { $in: [1, Long.fromNumber(3), 9] } }, true],
  ['$in with an array in its list matches an equal array', { a: [1, 2] }, { a: { $in: [[1, 2]] } }, true],
  ['$nin does not match an array that contains one of the values', { a: [1, 5] }, { a: { $nin: [5] } }, false],
  ['$exists: true matches null', { a: null }, { a: { $exists: true } }, true],
  ['$exists: 0 means false', {}, { a: { $exists: 0 } }, true],
  [
    '$exists: true matches if one document in an array has the field',
    { a: [{}, { b: 1 }] },
    { 'a.b': { $exists: true } },
    true,
  ],
  [
    '$exists: false does not match if one document in an array has the field',
    { a: [{}, { b: 1 }] },
    { 'a.b': { $exists: false } },
    false,
  ],
  ['$type accepts an alias', { a: new ObjectId() }, { a: { $type: 'objectId' } }, true],
  ['$type number matches a long', { a: Long.fromNumber(1) }, { a: { $type: 'number' } }, true],
  ['$type int does not match a double', { a: new Double(1) }, { a: { $type: 'int' } }, false],
  ['$type accepts a type number', { a: 'x' }, { a: { $type: 2 } }, true],
  ['$type matches an element of an array', { a: [1, 'x'] }, { a: { $type: 'string' } }, true],
  ['$type array matches an empty array', { a: [] }, { a: { $type: 'array' } }, true],
  ['$type accepts a list of types', { a: true }, { a: { $type: ['string', 'bool'] } }, true],
  ['$type null does not match a missing field', {}, { a: { $type: 'null' } }, false],
  ['$mod matches a number with the remainder', { a: 10 }, { a: { $mod: [4, 2] } }, true],
  ['$mod truncates the value', { a: new Double(10.9) }, { a: { $mod: [4, 2] } }, true],
  ['$mod of a negative number has a negative remainder', { a: -7 }, { a: { $mod: [4, -3] } }, true],
  ['$mod does not match a string', { a: '10' }, { a: { $mod: [4, 2] } }, false],
  ['$size matches an array of the given length', { a: [1, 2] }, { a: { $size: 2 } }, true],
  ['$size does not match a scalar', { a: 1 }, { a: { $size: 1 } }, false],
  [
    '$size tests the arrays in the documents of an array',
    { a: [{ b: [1] }, { b: [] }] },
    { 'a.b': { $size: 0 } },
    true,
  ],
  ['$all matches an array with all values in any order', { a: [1, 2, 3] }, { a: { $all: [3, 1] } }, true],
  ['$all with an empty list matches nothing', { a: [] }, { a: { $all: [] } }, false],
  ['$all with an array in its list matches an equal array', { a: [1, 2] }, { a: { $all: [[1, 2]] } }, true],
  [
    '$all matches if each of its $elemMatch conditions matches an element',
    { a: [{ x: 1 }, { x: 5 }] },
    { a: { $all: [{ $elemMatch: { x: 1 } }, { $elemMatch: { x: { $gt: 4 } } }] } },
    true,
  ],
  [
    '$elemMatch requires one element for both conditions',
    { a: [1, 10] },
    { a: { $elemMatch: { $gt: 5, $lt: 9 } } },
    false,
  ],
  [
    '$elemMatch matches one document with all fields',
    {
      a: [
        { x: 1, y: 2 },
        { x: 2, y: 1 },
      ],
    },
    { a: { $elemMatch: { x: 2, y: 1 } } },
    true,
  ],
  ['$elemMatch does not test the elements of inner arrays', { a: [[7]] }, { a: { $elemMatch: { $gt: 5 } } }, false],
  [
    '$elemMatch inside $elemMatch tests nested arrays',
    { a: [[7]] },
    { a: { $elemMatch: { $elemMatch: { $gt: 5 } } } },
    true,
  ],
  ['$elemMatch accepts $or', { a: [{ x: 1 }] }, { a: { $elemMatch: { $or: [{ x: 1 }, { x: 2 }] } } }, true],
  ['$elemMatch does not match a scalar', { a: 7 }, { a: { $elemMatch: { $gt: 5 } } }, false],
  ['$elemMatch accepts $not', { a: [1, 9] }, { a: { $elemMatch: { $not: { $gt: 5 } } } }, true],
  [
    '$elemMatch tests the arrays in the documents of an array',
    { a: [{ b: [1, 8] }] },
    { 'a.b': { $elemMatch: { $gt: 7 } } },
    true,
  ],
  ['$not of an operator matches a missing field', {}, { a: { $not: { $gt: 5 } } }, true],
  ['$not with a regular expression matches other strings', { a: 'x' }, { a: { $not: /^y/ } }, true],
  ['$and matches if all branches match', { a: 1, b: 2 }, { $and: [{ a: 1 }, { b: 2 }] }, true],
  ['$or matches if one branch matches', { a: 1 }, { $or: [{ a: 2 }, { a: 1 }] }, true],
  ['$nor matches if no branch matches', { a: 1 }, { $nor: [{ a: 2 }, { a: 3 }] }, true],
  ['$expr compares two fields', { a: 2, b: 1 }, { $expr: { $gt: ['$a', '$b'] } }, true],
  ['$comment changes nothing', { a: 1 }, { a: 1, $comment: 'why' }, true],
  ['a number in a path is an array index', { a: [5, 6] }, { 'a.1': 6 }, true],
  ['a number in a path is also a field name', { a: { 1: 6 } }, { 'a.1': 6 }, true],
  ['a number in a path is also a field name in the documents of an array', { a: [{ 1: 6 }] }, { 'a.1': 6 }, true],
  ['one array index does not reach the elements of a nested array', { a: [[1]] }, { 'a.0': 1 }, false],
  ['two array indexes reach an element of a nested array', { a: [[1]] }, { 'a.0.0': 1 }, true],
  [
    'an array index and a field name reach the field of the element at this index',
    { a: [{ b: 1 }, { b: 2 }] },
    { 'a.1.b': 2 },
    true,
  ],
  [
    'an array index and a field name do not reach the fields of other elements',
    { a: [{ b: 1 }, { b: 2 }] },
    { 'a.1.b': 1 },
    false,
  ],
  ['a path does not reach documents in nested arrays', { a: [[{ b: 1 }]] }, { 'a.b': 1 }, false],
  ['a path reaches the arrays in the documents of an array', { a: [{ b: [1, 2] }] }, { 'a.b': 2 }, true],
  ['a field named like a property of every JavaScript object is missing', {}, { constructor: null }, true],
  ['a regular expression equals itself', { a: new BSONRegExp('^x', 'i') }, { a: new BSONRegExp('^x', 'i') }, true],
  ['$eq of a regular expression matches no string', { a: 'x' }, { a: { $eq: new BSONRegExp('^x') } }, false],
  ['a regular expression with a class and $ matches the whole string', { a: 'M2' }, { a: /^M[12]$/ }, true],
  ['$ in a regular expression also matches before a final newline', { a: 'M2\n' }, { a: /^M\d$/ }, true],
  ['$ in a regular expression does not match before other characters', { a: 'M23' }, { a: /^M\d$/ }, false],
  ['a regular expression may contain escaped punctuation', { a: 'x.y' }, { a: { $regex: 'x\\.y' } }, true],
  ['a regular expression may contain an escaped hyphen', { a: 'x-y' }, { a: { $regex: 'x\\-y' } }, true],
  ['a hyphen may follow an escaped backslash', { a: 'x\\-y' }, { a: { $regex: 'x\\\\-y' } }, true],
  [
    'a regular expression may contain a character beyond 16 bits',
    { a: '\u{1f600}!' },
    { a: { $regex: '^[\u{1f600}]!$' } },
    true,
  ],
  ['$regex with the option i ignores case', { a: 'ABC' }, { a: { $options: 'i', $regex: 'b' } }, true],
];

const refusals: [string, Plain, number][] = [
  ['an unknown operator', { a: { $foo: 1 } }, 2],
  ['an unknown operator at the top', { $foo: 1 }, 2],
  ['a field among operators', { a: { $gt: 1, b: 2 } }, 2],
  ['$in without a list', { a: { $in: 1 } }, 2],
  ['operators within $in', { a: { $in: [{ $gt: 1 }] } }, 2],
  ['an empty $and', { $and: [] }, 2],
  ['$or with a branch that is no document', { $or: [1] }, 2],
  ['an empty $not', { a: { $not: {} } }, 2],
  ['$not with a plain value', { a: { $not: 5 } }, 2],
  ['$gt with a regular expression', { a: { $gt: /x/ } }, 2],
  ['$ne with a regular expression', { a: { $ne: /x/ } }, 2],
  ['$mod by zero', { a: { $mod: [0, 1] } }, 2],
  ['$mod with one number', { a: { $mod: [1] } }, 2],
  ['$size with a fraction', { a: { $size: new Double(1.5) } }, 9],
  ['a negative $size', { a: { $size: -1 } }, 9],
  ['an unknown type', { a: { $type: 'strin' } }, 2],
  ['$options without $regex', { a: { $options: 'i' } }, 2],
  ['a malformed regular expression', { a: { $regex: '[b-a]' } }, 51091],
  ['a regular expression with a null byte', { a: { $regex: 'a\0' } }, 2],
  ['options of a regular expression with a null byte', { a: { $regex: 'a', $options: 'i\0' } }, 2],
  ['a regular expression with a quantifier', { a: { $regex: 'a*' } }, 238],
  ['a regular expression with alternatives', { a: { $regex: 'a|b' } }, 238],
  ['a regular expression with a group', { a: { $regex: '(a)' } }, 238],
  ['a regular expression with a dot', { a: { $regex: 'a.' } }, 238],
  ['a regular expression with a word boundary', { a: { $regex: '\\bx' } }, 238],
  ['a regular expression with a negated class', { a: { $regex: '[^a]' } }, 238],
  ['a regular expression with the option m', { a: { $regex: '^a', $options: 'm' } }, 238],
  ['$bitsAllSet', { a: { $bitsAllSet: 1 } }, 238],
  ['$where', { $where: 'true' }, 238],
  ['$text', { $text: { $search: 'x' } }, 238],
  ['$jsonSchema', { $jsonSchema: {} }, 238],
  ['$near', { a: { $near: [1, 2] } }, 238],
  ['an unknown expression', { $expr: { $foo: 1 } }, 168],
  ['$elemMatch with a plain value', { a: { $elemMatch: 5 } }, 2],
  ['$all without a list', { a: { $all: 5 } }, 2],
];

describe('a filter', () => {
  test.each(table)('has the same result as in MongoDB: %s', (_, document, filter, expected) => {
    expect(matches(document, filter)).toBe(expected);
  });

  test.each(refusals.map(([name, filter, code]) => [name, code, filter] as const))(
    'with %s is refused with error %i',
    (_, code, filter) => {
      expect(codeOf(() => compileFilter(asStored(filter), evaluation))).toBe(code);
    },
  );

  test('with $not or $nor matches exactly the documents that the filter without the negation does not match', () => {
    fc.assert(
      fc.property(
        arbitraryDocument,
        arbitraryValue.filter((value) => !(value instanceof BSONRegExp)),
        fc.constantFrom('a', 'a.b', 'a.0', '0.a.1'),
        (document, value, path) => {
          for (const operator of ['$gt', '$lte', '$eq']) {
            const is = matches(document, { [path]: { [operator]: value } });
            expect(matches(document, { [path]: { $not: { [operator]: value } } })).toBe(!is);
            expect(matches(document, { $nor: [{ [path]: { [operator]: value } }] })).toBe(!is);
          }
        },
      ),
    );
  });

  test('with $in matches the same documents as an $or of $eq', () => {
    const values = fc.array(
      arbitraryValue.filter((value) => !(value instanceof BSONRegExp)),
      { maxLength: 4, minLength: 1 },
    );
    fc.assert(
      fc.property(arbitraryDocument, values, (document, list) => {
        const isEach = list.map((value) => ({ a: { $eq: value } }));
        const readable = list.filter((value) => !startsWithDollar(value));
        if (readable.length < list.length) return;
        expect(matches(document, { a: { $in: list } })).toBe(matches(document, { $or: isEach }));
      }),
    );
  });

  test('returns the index of the matching array element, for the positional operator', () => {
    const position = (document: Plain, filter: Plain) =>
      compileFilter(asStored(filter), evaluation).position(asStored(document));
    expect(position({ a: [1, 5, 7] }, { a: { $gt: 4 } })).toBe(1);
    expect(position({ a: [{ b: 1 }, { b: 2 }] }, { 'a.b': 2 })).toBe(1);
    expect(position({ a: [{ b: 1 }, { b: 2 }] }, { a: { $elemMatch: { b: 2 } } })).toBe(1);
    expect(position({ a: [{ b: [1] }, { b: [3, 9] }] }, { 'a.b': 9 })).toBe(1);
    expect(position({ x: 1, a: [4] }, { x: 1, a: 4 })).toBe(0);
    expect(position({ a: [1, 2] }, { a: [1, 2] })).toBeUndefined();
    expect(position({ a: 1 }, { a: 1 })).toBeUndefined();
    expect(position({ a: [new Int32(1)] }, { a: 2 })).toBeUndefined();
  });
});

function startsWithDollar(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value)[0]?.startsWith('$') === true;
}
