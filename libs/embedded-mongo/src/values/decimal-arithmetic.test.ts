import { Decimal128 } from 'bson';
import * as fc from 'fast-check';
import { type Decimal, digitsOf, finite, type Finite, powerOfTen, PRECISION, toDecimal128 } from './decimal';
import { addDecimals } from './decimal-arithmetic';
import { Summation } from './summation';

/** The exact sum. It may have thousands of digits. */
function exactSum(a: Finite, b: Finite): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (value: Finite) =>
    (value.negative ? -value.coefficient : value.coefficient) * powerOfTen(value.exponent - exponent);
  const sum = scaled(a) + scaled(b);
  return { ...finite(sum, exponent), negative: sum < 0n || (sum === 0n && a.negative && b.negative) };
}

const coefficient = fc.oneof(fc.constantFrom(0n, 1n), fc.bigInt({ min: 0n, max: 10n ** 34n - 1n }));
const decimal = (exponent: fc.Arbitrary<number>): fc.Arbitrary<Finite> =>
  fc.record({ kind: fc.constant('finite' as const), negative: fc.boolean(), coefficient, exponent });
const pair = fc.oneof(
  fc.tuple(decimal(fc.integer({ min: -6176, max: 6111 })), decimal(fc.integer({ min: -6176, max: 6111 }))),
  fc.tuple(decimal(fc.integer({ min: -120, max: 120 })), decimal(fc.integer({ min: -120, max: 120 }))),
);

describe('the sum of two decimals', () => {
  test('rounds to the same Decimal128 as the exact sum', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(toDecimal128(addDecimals(a, b)).toString()).toBe(toDecimal128(exactSum(a, b)).toString());
      }),
    );
  });

  test('has few digits even if the exponents of the two decimals differ by thousands', () => {
    const small = fc.constantFrom<Finite>(finite(1n, -6000), finite(-7n, -6176), finite(0n, -6000));
    fc.assert(
      fc.property(decimal(fc.integer({ min: 0, max: 6111 })), small, (a, b) => {
        fc.pre(a.coefficient !== 0n);
        for (const sum of [addDecimals(a, b), addDecimals(b, a)]) {
          expect(sum.kind === 'finite' && digitsOf(sum.coefficient)).toBeLessThan(4 * PRECISION);
        }
      }),
    );
  });
});

describe('the sum of several decimals', () => {
  it('is rounded to 34 digits after each addition', () => {
    const sum = new Summation();
    for (const text of ['1E+100', '1', '-1E+100']) sum.add(Decimal128.fromString(text));
    expect(String(sum.value())).toBe('0E+67');
  });
});
