import fc from 'fast-check';
import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { compareValues } from '../values/compare';
import { encodeValue } from './encode-value';
import { KeyWriter } from './key-writer';

function encoded(value: unknown, isDescending = false): Buffer {
  const key = new KeyWriter();
  encodeValue(key, value);
  if (isDescending) key.invertFrom(0);
  return key.copy();
}

const EDGE_NUMBERS = [
  new Double(NaN), new Double(-Infinity), new Double(-1.5), new Double(-0), new Int32(0), new Double(5e-324), new Double(0.1),
  Decimal128.fromString('0.1'), Decimal128.fromString('1.0'), new Int32(1), Long.fromString('9007199254740992'),
  Long.fromString('9007199254740993'), new Double(9007199254740992), Decimal128.fromString('9007199254740992.5'),
  Decimal128.fromString('9007199254740993'), Long.MAX_VALUE, Long.MIN_VALUE, new Double(2 ** 63), Decimal128.fromString('9223372036854775807.1'),
  Decimal128.fromString('1E+6000'), Decimal128.fromString('-1E+6000'), Decimal128.fromString('1E-6000'), Decimal128.fromString('-1E-6000'),
  Decimal128.fromString('NaN'), Decimal128.fromString('Infinity'), new Double(Infinity), new Double(Number.MAX_VALUE), Decimal128.fromString('-0'),
]; // prettier-ignore

const number = fc.oneof(
  fc.constantFrom(...EDGE_NUMBERS),
  fc.integer({ min: -5, max: 5 }).map((n) => new Int32(n)),
  fc.double().map((n) => new Double(n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => Long.fromBigInt(n)),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: -40, max: 40 }))
    .map(([digits, power]) => Decimal128.fromString(`${digits}E${power}`)),
);
const text = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.stringMatching(/^[\0\x01\x02a\xff]{0,4}$/),
  fc.constantFrom('', 'a', 'a\0', 'a\x01', 'ab', '😀', '\uffff'),
);
const scalar = fc.oneof(
  number,
  text,
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    false,
    new MinKey(),
    new MaxKey(),
    new Date(0),
    new Date(-1),
    new Date(8.64e15),
  ),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => new Binary(bytes, bytes.length % 2 ? 0 : 4)),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc.integer({ min: -100000, max: 100000 }).map((milliseconds) => new Date(milliseconds)),
  fc.nat().map((t) => new Timestamp({ t, i: 1 })),
  text.filter((pattern) => !pattern.includes('\0')).map((pattern) => new BSONRegExp(pattern, 'i')),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(
      tie('value').filter((item) => item !== undefined),
      { maxLength: 3 },
    ),
    fc.dictionary(
      fc.constantFrom('a', 'b', 'ab'),
      tie('value').filter((item) => item !== undefined),
      { maxKeys: 3 },
    ),
  ),
}));

describe('the bytes of an encoded value', () => {
  it('have the same sort order as the values, also for values of different types', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(Math.sign(encoded(a).compare(encoded(b)))).toBe(Math.sign(compareValues(a, b)));
      }),
      { numRuns: 3000 },
    );
  });

  it('have the reverse sort order in a descending field', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(Math.sign(encoded(a, true).compare(encoded(b, true)))).toBe(Math.sign(compareValues(b, a)));
      }),
      { numRuns: 1000 },
    );
  });

  it('are never a prefix of the bytes of another value', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [first, second] = [encoded(a), encoded(b)];
        if (!first.equals(second)) expect(second.subarray(0, first.length).equals(first)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('have the exact numeric order of integers, doubles and decimals', () => {
    for (const a of EDGE_NUMBERS) {
      for (const b of EDGE_NUMBERS) {
        expect([String(a), String(b), Math.sign(encoded(a).compare(encoded(b)))]).toEqual([
          String(a),
          String(b),
          Math.sign(compareValues(a, b)),
        ]);
      }
    }
  });

  it('sort before the bytes of null if the value is undefined, which stands for an empty array', () => {
    expect(encoded(undefined).compare(encoded(null))).toBe(-1);
  });
});
