import { Decimal128, Double, Int32, Long } from 'bson';
import * as fc from 'fast-check';
import { calculate, type Operation } from './arithmetic';
import { parseDecimal, toDecimal128 } from './decimal';
import { typed } from './testing/as-stored';

const int = (value: number) => new Int32(value);
const double = (value: number) => new Double(value);
const long = (value: string) => Long.fromString(value);
const dec = (value: string) => Decimal128.fromString(value);

const table: [string, Operation, unknown, unknown, unknown][] = [
  ['the sum of two ints is an int', 'add', int(1), int(2), int(3)],
  ['a sum of ints becomes a long if necessary', 'add', int(2147483647), int(1), long('2147483648')],
  [
    'a product of ints becomes a long if necessary',
    'multiply',
    int(-2147483648),
    int(-2147483648),
    long('4611686018427387904'),
  ],
  ['the difference of a long and an int is a long', 'subtract', long('5'), int(7), long('-2')],
  ['the sum of a long and a double is a double', 'add', long('1'), double(0.5), double(1.5)],
  ['an integral sum of doubles is a double', 'add', double(0.5), double(0.5), double(1)],
  [
    'the sum of a decimal and a double is a decimal, with 15 digits of the double',
    'add',
    dec('1.05'),
    double(0.1),
    dec('1.150000000000000'),
  ],
  ['a sum of decimals keeps trailing zeros', 'add', dec('1.10'), dec('1.10'), dec('2.20')],
  ['decimals are multiplied exactly', 'multiply', dec('1.5'), dec('1.5'), dec('2.25')],
  [
    'decimals are rounded to 34 digits, half to even',
    'add',
    dec('1234567890123456789012345678901234'),
    dec('0.5'),
    dec('1234567890123456789012345678901234'),
  ],
  [
    'a much smaller decimal does not change a sum',
    'add',
    dec('1'),
    dec('1E-6000'),
    dec('1.000000000000000000000000000000000'),
  ],
  ['infinity minus infinity is NaN', 'subtract', dec('Infinity'), dec('Infinity'), dec('NaN')],
  ['a decimal overflows to infinity', 'multiply', dec('9E+6144'), dec('10'), dec('Infinity')],
  ['a decimal underflows to zero', 'multiply', dec('1E-6176'), dec('0.1'), dec('0E-6176')],
];

describe('arithmetic with numbers of any type', () => {
  test.each(table)('has the expected result: %s', (_, operation, a, b, expected) => {
    expect(typed({ result: calculate(operation, a, b) })).toBe(typed({ result: expected }));
  });

  test('returns undefined for an integer result beyond 64 bits', () => {
    expect(calculate('add', long('9223372036854775807'), int(1))).toBeUndefined();
    expect(calculate('multiply', long('-9223372036854775808'), int(-1))).toBeUndefined();
  });

  test('is exact for decimals with few digits', () => {
    const digits = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    fc.assert(
      fc.property(digits, digits, fc.integer({ min: -5, max: 5 }), (a, b, power) => {
        const one = dec(`${a}E${power}`);
        const other = dec(`${b}E${power}`);
        const valueOf = (value: unknown) => parseDecimal(value as Decimal128);
        expect(valueOf(calculate('add', one, other))).toMatchObject({ coefficient: abs(a + b), exponent: power });
        expect(valueOf(calculate('multiply', one, other))).toMatchObject({
          coefficient: abs(a * b),
          exponent: 2 * power,
        });
      }),
    );
  });

  test('does not change a decimal that is only read and written', () => {
    const text = fc.tuple(
      fc.bigInt({ min: -(10n ** 34n) + 1n, max: 10n ** 34n - 1n }),
      fc.integer({ min: -6176, max: 6111 }),
    );
    fc.assert(
      fc.property(text, ([digits, exponent]) => {
        const value = dec(`${digits}E${exponent}`);
        expect(toDecimal128(parseDecimal(value)).bytes).toEqual(value.bytes);
      }),
    );
  });
});

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
