import type { Long } from 'bson';
import { type Decimal128 } from 'bson';
import { parseDecimal, powerOfTen } from './decimal';
import { asDouble, fitsInt64 } from './number';
import { BsonType, typeOf } from './type-of';

/**
 * Truncates a number towards zero. Undefined if the value is not a number, is not finite, or does
 * not fit into 64 bits.
 */
export function truncateToBigInt(value: unknown): bigint | undefined {
  const exact = truncateExactly(value);
  return exact === undefined || !fitsInt64(exact) ? undefined : exact;
}

function truncateExactly(value: unknown): bigint | undefined {
  switch (typeOf(value)) {
    case BsonType.int:
      return BigInt(asDouble(value));
    case BsonType.double: {
      const number = asDouble(value);
      return Number.isFinite(number) ? BigInt(Math.trunc(number)) : undefined;
    }
    case BsonType.long:
      return typeof value === 'bigint' ? value : (value as Long).toBigInt();
    case BsonType.decimal: {
      const decimal = parseDecimal(value as Decimal128);
      if (decimal.kind !== 'finite' || decimal.exponent > 40) return undefined;
      const size =
        decimal.exponent >= 0
          ? decimal.coefficient * powerOfTen(decimal.exponent)
          : decimal.coefficient / powerOfTen(-decimal.exponent);
      return decimal.negative ? -size : size;
    }
    default:
      return undefined;
  }
}

/**
 * Converts a value to an integer. 2.0 counts as an integer too. Undefined for anything else, such
 * as 2.5 or "2", and for integers that do not fit into 64 bits.
 */
export function asWholeNumber(value: unknown): bigint | undefined {
  const cut = truncateToBigInt(value);
  if (cut === undefined) return undefined;
  const type = typeOf(value);
  if (type === BsonType.double) return Number.isInteger(asDouble(value)) ? cut : undefined;
  if (type === BsonType.decimal) {
    const decimal = parseDecimal(value as Decimal128);
    if (decimal.kind === 'finite' && decimal.exponent < 0 && decimal.coefficient % powerOfTen(-decimal.exponent) !== 0n)
      return undefined;
  }
  return cut;
}

/**
 * Like `asWholeNumber`, but returns a JavaScript number. Undefined if the integer does not fit into
 * 32 bits.
 */
export function asSmallInteger(value: unknown): number | undefined {
  const whole = asWholeNumber(value);
  if (whole === undefined) return undefined;
  const number = Number(whole);
  return number === (number | 0) ? number : undefined;
}
