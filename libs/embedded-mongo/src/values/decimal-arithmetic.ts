import { digitsOf, divideHalfEven, finite, powerOfTen, PRECISION, type Decimal, type Finite } from './decimal';

const NAN: Decimal = { kind: 'nan' };
/** Decimal128's range of exponents is 12,287; sums of values further apart than this round to the larger one. */
const FAR_APART = 2 * PRECISION + 2;

/** The exact sum (rounded only when it is written as a Decimal128). */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  if (a.kind === 'infinity') return b.kind === 'infinity' && a.negative !== b.negative ? NAN : a;
  if (b.kind === 'infinity') return b;
  return addFinite(a, b);
}

function addFinite(a: Finite, b: Finite): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const sum = scaled(nearer(a, b), exponent) + scaled(nearer(b, a), exponent);
  const zeroIsNegative = a.negative && b.negative;
  return sum === 0n ? { kind: 'finite', negative: zeroIsNegative, coefficient: 0n, exponent } : finite(sum, exponent);
}

/** A value much too small to be seen beside the other is replaced by one just small enough, which rounds alike. */
function nearer(value: Finite, other: Finite): Finite {
  if (value.coefficient === 0n || other.coefficient === 0n) return value;
  const lowest = other.exponent - FAR_APART;
  return value.exponent + digitsOf(value.coefficient) < lowest
    ? { ...value, coefficient: 1n, exponent: Math.max(lowest, value.exponent) }
    : value;
}

function scaled(value: Finite, exponent: number): bigint {
  const size = value.coefficient === 0n ? 0n : value.coefficient * powerOfTen(value.exponent - exponent);
  return value.negative ? -size : size;
}

export function negateDecimal(value: Decimal): Decimal {
  return value.kind === 'nan' ? value : { ...value, negative: !value.negative };
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinity' || b.kind === 'infinity') {
    return isZero(a) || isZero(b) ? NAN : { kind: 'infinity', negative };
  }
  return { kind: 'finite', negative, coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
}

export function isZero(value: Decimal): boolean {
  return value.kind === 'finite' && value.coefficient === 0n;
}

/** The quotient to 34 digits, with the shortest exact form where there is one. The divisor is not zero. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinity') return b.kind === 'infinity' ? NAN : { kind: 'infinity', negative };
  if (b.kind === 'infinity') return { kind: 'finite', negative, coefficient: 0n, exponent: -6176 };
  const ideal = a.exponent - b.exponent;
  if (a.coefficient === 0n) return { kind: 'finite', negative, coefficient: 0n, exponent: ideal };
  const shift = Math.max(0, PRECISION + digitsOf(b.coefficient) - digitsOf(a.coefficient) + 1);
  const dividend = a.coefficient * powerOfTen(shift);
  if (dividend % b.coefficient === 0n)
    return shortest(
      { kind: 'finite', negative, coefficient: dividend / b.coefficient, exponent: ideal - shift },
      ideal,
    );
  // One digit more that is neither 0 nor 5 keeps the rounding to 34 digits right.
  const coefficient = (dividend / b.coefficient) * 10n + 1n;
  return { kind: 'finite', negative, coefficient, exponent: ideal - shift - 1 };
}

function shortest(value: Finite, ideal: number): Finite {
  let { coefficient, exponent } = value;
  while (exponent < ideal && coefficient % 10n === 0n) {
    coefficient /= 10n;
    exponent++;
  }
  return { ...value, coefficient, exponent };
}

/** The remainder of a division cut towards zero, with the sign of the dividend. */
export function remainderOfDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.kind !== 'finite' || b.kind === 'nan') return NAN;
  if (b.kind === 'infinity') return a;
  const exponent = Math.min(a.exponent, b.exponent);
  const rest =
    (a.coefficient * powerOfTen(a.exponent - exponent)) % (b.coefficient * powerOfTen(b.exponent - exponent));
  return { kind: 'finite', negative: a.negative, coefficient: rest, exponent };
}

export type Rounding = 'halfEven' | 'down' | 'floor' | 'ceiling';

/** Rounded to a number of places after the point (before it when negative). */
export function roundDecimal(value: Decimal, places: number, rounding: Rounding): Decimal {
  if (value.kind !== 'finite' || value.exponent >= -places) return value;
  const divisor = powerOfTen(-places - value.exponent);
  const cut = value.coefficient / divisor;
  const exact = value.coefficient % divisor === 0n;
  const away = !exact && ((rounding === 'floor' && value.negative) || (rounding === 'ceiling' && !value.negative));
  const coefficient = rounding === 'halfEven' ? divideHalfEven(value.coefficient, divisor) : cut + (away ? 1n : 0n);
  return { kind: 'finite', negative: value.negative, coefficient, exponent: -places };
}

/** The nearest double. */
export function decimalToDouble(value: Decimal): number {
  if (value.kind === 'nan') return NaN;
  if (value.kind === 'infinity') return value.negative ? -Infinity : Infinity;
  return Number(`${value.negative ? '-' : ''}${value.coefficient}e${value.exponent}`);
}
