import { Double, Int32, Long, type Decimal128 } from 'bson';

const INT32_MAX = 2_147_483_647;
const INT32_MIN = -2_147_483_648;
export const INT64_MAX = 9_223_372_036_854_775_807n;
export const INT64_MIN = -9_223_372_036_854_775_808n;

/**
 * Converts an int or a double to a JavaScript number. The argument may already be a JavaScript
 * number.
 */
export function asDouble(value: unknown): number {
  return typeof value === 'number' ? value : (value as Int32 | Double).value;
}

export function asLong(value: unknown): Long {
  return typeof value === 'bigint' ? Long.fromBigInt(value) : (value as Long);
}

/** Converts an int, a long or an integral double to a bigint. */
export function asBigInt(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  return value instanceof Long ? value.toBigInt() : BigInt(asDouble(value));
}

export function fitsInt32(value: number): boolean {
  return value >= INT32_MIN && value <= INT32_MAX;
}

export function fitsInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}

export function int(value: number): Int32 {
  return new Int32(value);
}

export function long(value: bigint): Long {
  return Long.fromBigInt(value);
}

export function double(value: number): Double {
  return new Double(value);
}

/**
 * Makes the count that a pipeline stage returns. As in MongoDB, the count is an int if it fits,
 * otherwise a long.
 */
export function intOrLong(value: number): Int32 | Long {
  return fitsInt32(value) ? new Int32(value) : Long.fromNumber(value);
}

export type Numeric = number | bigint | Int32 | Double | Long | Decimal128;
