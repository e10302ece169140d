import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import * as fc from 'fast-check';
import { compareValues } from './compare';
import { arbitraryNumber, arbitraryValue } from './testing/arbitrary-values';
import { storedValue } from './testing/as-stored';

const dec = (text: string) => Decimal128.fromString(text);
const long = (text: string) => Long.fromString(text);

/** Values in ascending order, each with its name in the titles of the tests. */
const ascending: [string, unknown][] = [
  ['MinKey', new MinKey()],
  ['a missing value', undefined],
  ['null', null],
  ['NaN', new Double(NaN)],
  ['-Infinity', new Double(-Infinity)],
  ['the lowest long', long('-9223372036854775808')],
  ['-0.5', new Double(-0.5)],
  ['0', new Int32(0)],
  ['the smallest double', new Double(5e-324)],
  ['the decimal 0.1', dec('0.1')],
  ['the double 0.1, which is slightly greater', new Double(0.1)],
  ['1', new Int32(1)],
  ['2^53 as a double', new Double(2 ** 53)],
  ['2^53 + 1 as a long', long('9007199254740993')],
  ['the highest long', long('9223372036854775807')],
  ['2^63 as a double', new Double(2 ** 63)],
  ['2^63 + 1 as a decimal', dec('9223372036854775809')],
  ['Infinity', dec('Infinity')],
  ['the empty string', ''],
  ['"a"', 'a'],
  ['"a" and a zero byte', 'a\0'],
  ['"b"', 'b'],
  ['the code point "\\uffee"', '\uffee'],
  ['a code point beyond 16 bits', '\u{1f600}'],
  ['the empty document', {}],
  ['a document with a number', { b: 1 }],
  ['a document with more fields', { b: 1, a: 1 }],
  ['a document with a later field name', { c: 0 }],
  ['a document with a string, because types are compared before names', { a: '' }],
  ['the empty array', []],
  ['an array', [1]],
  ['a longer array', [1, 2]],
  ['an array with a greater element', [2]],
  ['the empty binary', new Binary(Buffer.alloc(0))],
  ['a binary with one byte', new Binary(Buffer.from([9]))],
  ['a binary of another subtype', new Binary(Buffer.from([1]), 128)],
  ['a longer binary', new Binary(Buffer.from([0, 0]))],
  ['an ObjectId', new ObjectId('000000000000000000000001')],
  ['a later ObjectId', new ObjectId('f00000000000000000000000')],
  ['false', false],
  ['true', true],
  ['a date before 1970', new Date(-1)],
  ['a date', new Date(0)],
  ['a timestamp', new Timestamp({ t: 1, i: 0 })],
  ['a timestamp beyond 2038', new Timestamp({ t: 4_000_000_000, i: 0 })],
  ['a regular expression', new BSONRegExp('a')],
  ['a regular expression with options', new BSONRegExp('a', 'i')],
  ['MaxKey', new MaxKey()],
];

describe('compareValues', () => {
  test.each(
    ascending
      .slice(1)
      .map((upper, at) => [
        (ascending[at] as [string, unknown])[0],
        upper[0],
        (ascending[at] as [string, unknown])[1],
        upper[1],
      ]),
  )('sorts %s below %s', (_, __, lower, upper) => {
    expect(compareValues(lower, upper)).toBe(-1);
    expect(compareValues(upper, lower)).toBe(1);
  });

  test.each([
    ['1 of every number type', [new Int32(1), new Double(1), long('1'), dec('1'), dec('1.000')]],
    ['0 and -0', [new Int32(0), new Double(-0), dec('-0'), dec('0E+30')]],
    ['NaN of both types', [new Double(NaN), dec('NaN')]],
    ['infinity of both types', [new Double(Infinity), dec('Infinity')]],
  ])('treats %s as equal', (_, values) => {
    for (const a of values) for (const b of values) expect(compareValues(a, b)).toBe(0);
  });

  test('gives the opposite result for swapped values, and 0 for a copy of a value', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (a, b) => {
        expect(compareValues(a, b) + compareValues(b, a)).toBe(0);
        expect(compareValues(a, storedValue(a))).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['values', arbitraryValue],
    ['numbers', arbitraryNumber],
  ])('is transitive for %s', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, arbitrary, arbitrary, (...values) => {
        const [a, b, c] = values.sort(compareValues);
        expect(compareValues(a, b)).toBeLessThanOrEqual(0);
        expect(compareValues(b, c)).toBeLessThanOrEqual(0);
        expect(compareValues(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });
});
