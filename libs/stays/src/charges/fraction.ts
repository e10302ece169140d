/** A fraction, for exact calculations. The denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ZERO: Fraction = { numerator: 0n, denominator: 1n };

/** Returns numerator / denominator in lowest terms. The denominator must be positive. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/**
 * Converts a number to the fraction that its decimal form represents exactly: 8.875 is 8875/1000.
 */
export function exactly(value: number): Fraction {
  const [coefficient = '0', exponent = '0'] = value.toString().split('e');
  const [whole = '0', decimals = ''] = coefficient.split('.');
  const digits = BigInt(whole + decimals);
  const power = Number(exponent) - decimals.length;
  return power < 0 ? fraction(digits, 10n ** BigInt(-power)) : fraction(digits * 10n ** BigInt(power));
}

/** Converts a percentage to a fraction: 12.5 is 1/8. */
export function percentage(percent: number): Fraction {
  return times(exactly(percent), fraction(1n, 100n));
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** Calculates a / b. b must be positive. */
export function dividedBy(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}

/** Rounds to the nearest whole number, halves away from zero. This rule applies to all charges. */
export function rounded({ numerator, denominator }: Fraction): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const nearest = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -nearest : nearest;
}

/** How many binary digits after the point a truncated sum keeps. */
const SUM_BITS = 128n;

/**
 * Returns the rounded sum of fractions. The common denominator of many different fractions could
 * have thousands of digits. So the fractions are first truncated to binary digits and added. The
 * fractions are added exactly only if the truncated sum does not show how to round.
 */
export function roundedSum(parts: readonly Fraction[]): bigint {
  const cut = parts.reduce((sum, { numerator, denominator }) => sum + (numerator << SUM_BITS) / denominator, 0n);
  const most = BigInt(parts.length);
  const least = rounded({ numerator: cut - most, denominator: 1n << SUM_BITS });
  const greatest = rounded({ numerator: cut + most, denominator: 1n << SUM_BITS });
  return least === greatest ? least : rounded(parts.reduce(plus, ZERO));
}

/**
 * Converts fractions to their least common denominator, so that only the numerators need to be
 * added.
 */
export function overOneDenominator(fractions: readonly Fraction[]): { numerators: bigint[]; denominator: bigint } {
  const denominator = fractions.reduce(
    (common, { denominator: own }) => (common / greatestCommonDivisor(common, own)) * own,
    1n,
  );
  return { numerators: fractions.map((each) => each.numerator * (denominator / each.denominator)), denominator };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
