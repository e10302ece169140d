import { digitsOf, finite, powerOfTen, PRECISION, type Decimal, type Finite } from './decimal';

const NAN: Decimal = { kind: 'nan' };
/**
 * If the first digit of a number is more than this many places below the last digit of the other
 * number, it does not affect their sum, which is rounded to 34 digits. Without this limit, a sum could
 * need numbers with 12,287 digits.
 */
const FAR_APART = 2 * PRECISION + 2;

/**
 * The exact sum, or for numbers that are far apart, a sum that rounds to the same Decimal128. The result is rounded
 * later, when it is written.
 */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  if (a.kind === 'infinity') return b.kind === 'infinity' && a.negative !== b.negative ? NAN : a;
  if (b.kind === 'infinity') return b;
  return addFinite(a, b);
}

function addFinite(a: Finite, b: Finite): Decimal {
  const [first, second] = [nearer(a, b), nearer(b, a)];
  const exponent = Math.min(first.exponent, second.exponent);
  const sum = scaled(first, exponent) + scaled(second, exponent);
  const zeroIsNegative = a.negative && b.negative;
  return sum === 0n ? { kind: 'finite', negative: zeroIsNegative, coefficient: 0n, exponent } : finite(sum, exponent);
}

/**
 * Returns the value, or a replacement with a larger exponent if the value is too small to affect the sum. The
 * replacement is too small too. So the rounded sum is the same, and the calculation needs fewer digits.
 */
function nearer(value: Finite, other: Finite): Finite {
  if (other.coefficient === 0n) return value;
  const lowest = other.exponent - FAR_APART;
  if (value.exponent + digitsOf(value.coefficient) >= lowest) return value;
  return { ...value, coefficient: value.coefficient === 0n ? 0n : 1n, exponent: lowest };
}

function scaled(value: Finite, exponent: number): bigint {
  const size = value.coefficient === 0n ? 0n : value.coefficient * powerOfTen(value.exponent - exponent);
  return value.negative ? -size : size;
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinity' || b.kind === 'infinity') {
    return isZero(a) || isZero(b) ? NAN : { kind: 'infinity', negative };
  }
  return { kind: 'finite', negative, coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
}

function isZero(value: Decimal): boolean {
  return value.kind === 'finite' && value.coefficient === 0n;
}

/** The double that is nearest to a decimal. */
export function decimalToDouble(value: Decimal): number {
  if (value.kind === 'nan') return NaN;
  if (value.kind === 'infinity') return value.negative ? -Infinity : Infinity;
  return Number(`${value.negative ? '-' : ''}${value.coefficient}e${value.exponent}`);
}
