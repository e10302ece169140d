import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import * as fc from 'fast-check';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const nearLimits = fc.constantFrom(
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  2 ** 63,
  -(2 ** 63),
  0.1,
  -0,
  0,
  NaN,
  Infinity,
  -Infinity,
  1e300,
  5e-324,
);
const decimalText = fc
  .tuple(fc.bigInt({ min: -(10n ** 33n), max: 10n ** 33n }), fc.integer({ min: -40, max: 40 }))
  .map(([digits, power]) => `${digits}E${power}`);

/** Generates numbers of all four types. Many of them are equal or close to one another. */
export const arbitraryNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc
    .integer({ min: -3, max: 3 })
    .chain((value) =>
      fc.constantFrom<unknown>(
        new Int32(value),
        new Double(value),
        Long.fromNumber(value),
        Decimal128.fromString(String(value)),
        Decimal128.fromString(`${value}.0`),
      ),
    ),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((value) => new Int32(value)),
  fc.double().map((value) => new Double(value)),
  nearLimits.map((value) => new Double(value)),
  int64.map((value) => Long.fromBigInt(value)),
  fc
    .oneof(decimalText, fc.constantFrom('NaN', 'Infinity', '-Infinity', '-0', '0E+10'))
    .map((text) => Decimal128.fromString(text)),
);

const arbitraryScalar: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: arbitraryNumber },
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.string({ maxLength: 4, unit: 'binary' }),
      fc.constantFrom('', 'a', 'ab', 'b', '\u{1f600}', '\uffee'),
    ),
  },
  fc.boolean(),
  fc.constant(null),
  fc.integer({ min: -5, max: 5 }).map((value) => new Date(value)),
  fc.integer({ min: 0, max: 3 }).map((value) => ObjectId.createFromHexString(String(value).repeat(24))),
  fc.uint8Array({ maxLength: 3 }).map((bytes) => new Binary(bytes)),
  fc.constantFrom<unknown>(
    new MinKey(),
    new MaxKey(),
    new Timestamp({ t: 1, i: 2 }),
    new BSONRegExp('a', 'i'),
    new BSONRegExp('b'),
  ),
);

const fieldName = fc.constantFrom('a', 'b', 'c', '0', '1', '10', '__proto__', 'constructor', 'é');

/**
 * Generates values of all types, including documents and arrays. Some field names are numbers, or
 * names of properties that every JavaScript object inherits.
 */
export const arbitraryValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { weight: 3, arbitrary: arbitraryScalar },
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(fieldName, tie('value')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/**
 * Generates documents with only a few field names, so that filters and updates often refer to
 * existing fields.
 */
export const arbitraryDocument: fc.Arbitrary<Record<string, unknown>> = fc
  .array(fc.tuple(fieldName, arbitraryValue), { maxLength: 5 })
  .map((entries) => Object.fromEntries(entries));
