import type { KeyWriter } from './key-writer';

/** A finite decimal number: coefficient × 10^exponent. */
export interface DecimalNumber {
  coefficient: bigint;
  exponent: number;
}

const SMALLEST_DOUBLE = 5e-324;
const DIGITS_FOLLOW = 1;
/** Added to exponents to make them positive. The exponents of Decimal128 start at -6176. */
const EXPONENT_BIAS = 20_000;

/** Encodes NaN, which sorts below every other number and equals itself. */
export function encodeNaN(key: KeyWriter): void {
  key.uint64(0n);
  key.byte(0);
}

/** Encodes a number that a double represents exactly. This includes the infinities. */
export function encodeDouble(key: KeyWriter, value: number): void {
  if (Number.isNaN(value)) return encodeNaN(key);
  key.double(value === 0 ? 0 : value);
  key.byte(0);
}

export function encodeLong(key: KeyWriter, value: bigint): void {
  const near = Number(value);
  if (BigInt(near) === value) encodeDouble(key, near);
  else encodeDecimal(key, { coefficient: value, exponent: 0 });
}

/**
 * Encodes a number that a double might not represent exactly. Writes the nearest double that is not
 * greater than the number. If this double differs from the number, the decimal digits follow. So
 * integers, doubles and decimals can be compared exactly.
 */
export function encodeDecimal(key: KeyWriter, value: DecimalNumber): void {
  const floor = floorDouble(value);
  key.double(floor.double === 0 ? 0 : floor.double);
  if (floor.isExact) return key.byte(0);
  key.byte(DIGITS_FOLLOW);
  const start = key.length;
  const negative = value.coefficient < 0n;
  const digits = (negative ? -value.coefficient : value.coefficient).toString();
  const significant = digits.replace(/0+$/, '');
  key.uint16(value.exponent + digits.length + EXPONENT_BIAS);
  for (let i = 0; i < significant.length; i++) key.byte(significant.charCodeAt(i) - 47);
  key.byte(0);
  if (negative) key.invertFrom(start);
}

function floorDouble(value: DecimalNumber): { double: number; isExact: boolean } {
  const near = Number(`${value.coefficient}e${value.exponent}`);
  if (near === Infinity) return { double: Number.MAX_VALUE, isExact: false };
  if (near === -Infinity) return { double: -Infinity, isExact: false };
  const order = compareWithDouble(value, near);
  if (order === 0) return { double: near, isExact: true };
  return { double: order > 0 ? near : doubleBelow(near), isExact: false };
}

/** Compares two numbers exactly, by scaling both to integers. */
function compareWithDouble({ coefficient, exponent }: DecimalNumber, double: number): number {
  if (double === 0) return coefficient === 0n ? 0 : coefficient > 0n ? 1 : -1;
  const { mantissa, power } = parts(double);
  let left = coefficient;
  let right = mantissa;
  if (exponent >= 0) left *= 10n ** BigInt(exponent);
  else right *= 10n ** BigInt(-exponent);
  if (power >= 0) right <<= BigInt(power);
  else left <<= BigInt(-power);
  return left === right ? 0 : left > right ? 1 : -1;
}

const view = new DataView(new ArrayBuffer(8));

function parts(double: number): { mantissa: bigint; power: number } {
  view.setFloat64(0, double);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: double < 0 ? -magnitude : magnitude, power: (exponent || 1) - 1075 };
}

function doubleBelow(double: number): number {
  if (double === 0) return -SMALLEST_DOUBLE;
  view.setFloat64(0, double);
  const bits = view.getBigUint64(0);
  view.setBigUint64(0, double > 0 ? bits - 1n : bits + 1n);
  return view.getFloat64(0);
}
