import fc from 'fast-check';
import {
  dividedBy,
  exactly,
  fraction,
  overOneDenominator,
  percentage,
  plus,
  rounded,
  roundedSum,
  times,
  ZERO,
} from './fraction';
import { AmountTooLarge, amountOf, minorOf, moneyInWords } from './minor-amounts';
import { splitInProportion } from './shares';

const numbers = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const positives = fc.bigInt({ min: 1n, max: 10n ** 9n });
const size = (value: bigint) => (value < 0n ? -value : value);

describe('fractions', () => {
  it('are rounded to the nearest whole number, with halves rounded away from zero', () => {
    expect([1n, -1n, 3n, -3n, 0n].map((n) => rounded(fraction(n, 2n)))).toEqual([1n, -1n, 2n, -2n, 0n]);
    fc.assert(
      fc.property(numbers, positives, (numerator, denominator) => {
        const error = size(numerator - rounded(fraction(numerator, denominator)) * denominator) * 2n;
        expect(error <= denominator).toBe(true);
        // A half is rounded away from zero.
        if (error === denominator)
          expect(size(rounded(fraction(numerator, denominator))) * denominator > size(numerator)).toBe(true);
      }),
    );
  });

  it('have exactly the value of the decimal number from which they are created', () => {
    expect(exactly(8.875)).toEqual({ numerator: 71n, denominator: 8n });
    expect(exactly(-0.1)).toEqual({ numerator: -1n, denominator: 10n });
    expect(exactly(1e21)).toEqual({ numerator: 10n ** 21n, denominator: 1n });
    expect(exactly(1.5e-7)).toEqual({ numerator: 3n, denominator: 20_000_000n });
    expect(percentage(12.5)).toEqual({ numerator: 1n, denominator: 8n });
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
        const { numerator, denominator } = exactly(value);
        // The decimal form of a double has at most 400 decimals, so the division loses no digit.
        expect(Number(`${(numerator * 10n ** 400n) / denominator}e-400`)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('can be added, multiplied and divided without loss of precision', () => {
    fc.assert(
      fc.property(numbers, positives, numbers, positives, (a, b, c, d) => {
        const sum = plus(fraction(a, b), fraction(c, d));
        expect(sum.numerator * b * d).toBe((a * d + c * b) * sum.denominator);
        fc.pre(c > 0n);
        expect(dividedBy(times(fraction(a, b), fraction(c, d)), fraction(c, d))).toEqual(fraction(a, b));
      }),
    );
  });
});

describe('sums of fractions', () => {
  const some = fc.array(fc.tuple(fc.bigInt({ min: -1000n, max: 1000n }), fc.bigInt({ min: 1n, max: 12n })), {
    maxLength: 6,
  });
  const fractions = some.map((all) => all.map(([numerator, denominator]) => fraction(numerator, denominator)));

  it('are rounded from the exact value, even if this value is halfway between two whole numbers', () => {
    const third = fraction(1n, 3n);
    const sixth = fraction(1n, 6n);
    const hair = fraction(1n, 10n ** 60n);
    expect([[third, sixth], [third, sixth, times(hair, fraction(-1n))], [hair], []].map(roundedSum)).toEqual([
      1n,
      0n,
      0n,
      0n,
    ]);
    fc.assert(
      fc.property(fractions, (parts) => expect(roundedSum(parts)).toBe(rounded(parts.reduce(plus, ZERO)))),
      { numRuns: 1000 },
    );
  });

  it('are equal to the sum of the numerators over the common denominator', () => {
    fc.assert(
      fc.property(fractions, (parts) => {
        const { numerators, denominator } = overOneDenominator(parts);
        const sum = numerators.reduce((a, b) => a + b, 0n);
        expect(fraction(sum, denominator)).toEqual(parts.reduce(plus, ZERO));
      }),
    );
  });
});

describe('splitInProportion', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 8 });

  it('returns shares that add up to the whole, and that differ from their exact values by less than one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), weights, (whole, parts) => {
        const shares = splitInProportion(whole, parts);
        expect(shares.reduce((a, b) => a + b, 0n)).toBe(whole);
        const sum = parts.reduce((a, b) => a + b, 0n);
        if (sum > 0n)
          shares.forEach((share, index) => expect(size(share * sum - whole * (parts[index] ?? 0n)) < sum).toBe(true));
      }),
    );
  });

  it('returns no share greater than its weight if the whole is not greater than the sum of the weights', () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 1000 }), (parts, permille) => {
        const whole = (parts.reduce((a, b) => a + b, 0n) * BigInt(permille)) / 1000n;
        fc.pre(parts.some((part) => part > 0n));
        splitInProportion(whole, parts).forEach((share, index) => expect(share <= (parts[index] ?? 0n)).toBe(true));
      }),
    );
  });

  it('gives the rest to the earlier of two shares with equal remainders', () => {
    expect(splitInProportion(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n]);
    expect(splitInProportion(3n, [0n, 0n])).toEqual([2n, 1n]);
    expect(splitInProportion(0n, [])).toEqual([]);
  });
});

describe('minor amounts', () => {
  it('are formatted with all decimals of the currency', () => {
    expect(moneyInWords(minorOf(12.5, 'EUR'), 'EUR')).toBe('12.50 EUR');
    expect(moneyInWords(-5n, 'EUR')).toBe('-0.05 EUR');
    expect(moneyInWords(1200n, 'JPY')).toBe('1200 JPY');
    expect(moneyInWords(80500n, 'KWD')).toBe('80.500 KWD');
  });

  it('cause the error AmountTooLarge if a JSON number cannot represent them exactly', () => {
    expect(amountOf(-1n, 'EUR', 'Rent')).toBe(-0.01);
    expect(() => amountOf(2n ** 53n, 'EUR', 'Rent')).toThrow(new AmountTooLarge('Rent', 9007199254740992n, 'EUR'));
    expect(() => amountOf(-(2n ** 53n), 'JPY', 'Rent')).toThrow(
      'Rent comes to -9007199254740992 JPY; at most 9007199254740991 JPY can be charged',
    );
  });
});
