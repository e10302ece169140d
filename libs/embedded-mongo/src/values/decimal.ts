import { Decimal128 } from 'bson';

/**
 * A finite decimal for exact arithmetic: sign × coefficient × 10^exponent. The sign is separate because Decimal128 has
 * a negative zero.
 */
export interface Finite {
  kind: 'finite';
  negative: boolean;
  coefficient: bigint;
  exponent: number;
}
export type Decimal = Finite | { kind: 'infinity'; negative: boolean } | { kind: 'nan' };

/** The number of digits of a Decimal128. */
export const PRECISION = 34;
const MIN_EXPONENT = -6176;
const MAX_EXPONENT = 6111;
const BIAS = 6176;

const NAN: Decimal = { kind: 'nan' };

/** Ten to the power of a non-negative integer. */
export function powerOfTen(power: number): bigint {
  return 10n ** BigInt(power);
}

export function digitsOf(coefficient: bigint): number {
  return coefficient === 0n ? 1 : coefficient.toString().length;
}

/** Parses the sixteen bytes of a Decimal128. */
export function parseDecimal(value: Decimal128): Decimal {
  const view = new DataView(value.bytes.buffer, value.bytes.byteOffset, 16);
  const low = view.getBigUint64(0, true);
  const high = view.getBigUint64(8, true);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 0x1fn);
  if (combination === 31) return NAN;
  if (combination === 30) return { kind: 'infinity', negative };
  // Decimal128 has a second encoding, for coefficients of more than 34 digits. Its specification says
  // to read such a coefficient as zero.
  if (combination >= 24)
    return { kind: 'finite', negative, coefficient: 0n, exponent: Number((high >> 47n) & 0x3fffn) - BIAS };
  const coefficient = ((high & 0x1ffffffffffffn) << 64n) | low;
  const exponent = Number((high >> 49n) & 0x3fffn) - BIAS;
  return { kind: 'finite', negative, coefficient: digitsOf(coefficient) > PRECISION ? 0n : coefficient, exponent };
}

/**
 * Writes a decimal as a Decimal128. Rounds it to 34 digits (half to even) and to the range of
 * exponents.
 */
export function toDecimal128(decimal: Decimal): Decimal128 {
  if (decimal.kind === 'nan') return Decimal128.fromString('NaN');
  if (decimal.kind === 'infinity') return infinity(decimal.negative);
  let { coefficient, exponent } = decimal;
  const excess = Math.max(digitsOf(coefficient) - PRECISION, MIN_EXPONENT - exponent);
  if (excess > 0) {
    coefficient = roundedQuotient(coefficient, excess);
    exponent += excess;
    if (digitsOf(coefficient) > PRECISION) {
      coefficient /= 10n;
      exponent += 1;
    }
  }
  if (coefficient === 0n) exponent = Math.min(exponent, MAX_EXPONENT);
  if (exponent > MAX_EXPONENT) {
    const padding = exponent - MAX_EXPONENT;
    if (padding + digitsOf(coefficient) > PRECISION) return infinity(decimal.negative);
    coefficient *= powerOfTen(padding);
    exponent = MAX_EXPONENT;
  }
  return pack(decimal.negative, coefficient, exponent);
}

function infinity(negative: boolean): Decimal128 {
  return Decimal128.fromString(negative ? '-Infinity' : 'Infinity');
}

function pack(negative: boolean, coefficient: bigint, exponent: number): Decimal128 {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  const sign = negative ? 1n << 63n : 0n;
  view.setBigUint64(0, coefficient & 0xffffffffffffffffn, true);
  view.setBigUint64(8, sign | (BigInt(exponent + BIAS) << 49n) | (coefficient >> 64n), true);
  return new Decimal128(bytes);
}

/** Computes coefficient / 10^digits, and rounds half to even. */
function roundedQuotient(coefficient: bigint, digits: number): bigint {
  if (digits > digitsOf(coefficient) + 1) return 0n;
  return divideHalfEven(coefficient, powerOfTen(digits));
}

function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  if (twice > divisor || (twice === divisor && quotient % 2n === 1n)) return quotient + 1n;
  return quotient;
}

/** Makes a decimal from a signed coefficient. */
export function finite(coefficient: bigint, exponent: number): Finite {
  return {
    kind: 'finite',
    negative: coefficient < 0n,
    coefficient: coefficient < 0n ? -coefficient : coefficient,
    exponent,
  };
}

/** The exact decimal value of a double. A double is m × 2^e, which equals m × 5^-e × 10^e if e is negative. */
export function exactDouble(value: number): Decimal {
  if (Number.isNaN(value)) return NAN;
  if (!Number.isFinite(value)) return { kind: 'infinity', negative: value < 0 };
  if (value === 0) return { kind: 'finite', negative: Object.is(value, -0), coefficient: 0n, exponent: 0 };
  if (Number.isInteger(value)) return finite(BigInt(value), 0);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const biased = Number(bits >> 52n);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  const power = (biased === 0 ? 1 : biased) - 1075;
  const decimal = power >= 0 ? finite(mantissa << BigInt(power), 0) : finite(mantissa * 5n ** BigInt(-power), power);
  return { ...decimal, negative: value < 0 };
}

/** Compares two decimals. NaN sorts below every number and equals NaN. @returns -1, 0 or 1 */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.kind === 'nan' || b.kind === 'nan') return Number(b.kind === 'nan') - Number(a.kind === 'nan');
  const signs = signOf(a) - signOf(b);
  if (signs !== 0) return Math.sign(signs);
  if (a.kind === 'infinity' || b.kind === 'infinity') {
    const size = Number(a.kind === 'infinity') - Number(b.kind === 'infinity');
    return size === 0 ? 0 : a.negative ? -size : size;
  }
  const magnitude = compareMagnitudes(a, b);
  return magnitude === 0 ? 0 : a.negative ? -magnitude : magnitude;
}

function signOf(decimal: Finite | { kind: 'infinity'; negative: boolean }): number {
  if (decimal.kind === 'finite' && decimal.coefficient === 0n) return 0;
  return decimal.negative ? -1 : 1;
}

function compareMagnitudes(a: Finite, b: Finite): number {
  if (a.coefficient === 0n) return 0; // b is zero too, because the signs of a and b are equal.
  const tops = digitsOf(a.coefficient) + a.exponent - digitsOf(b.coefficient) - b.exponent;
  if (tops !== 0) return Math.sign(tops);
  const shift = a.exponent - b.exponent;
  const left = shift > 0 ? a.coefficient * powerOfTen(shift) : a.coefficient;
  const right = shift < 0 ? b.coefficient * powerOfTen(-shift) : b.coefficient;
  return left < right ? -1 : left > right ? 1 : 0;
}
