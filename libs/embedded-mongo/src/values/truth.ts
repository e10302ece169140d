import type { Decimal128 } from 'bson';
import { parseDecimal } from './decimal';
import { BsonType, typeOf } from './type-of';

/**
 * Whether MongoDB treats a value as true. false, zero, null and a missing value count as false.
 * Everything else counts as true, even the empty string and NaN.
 */
export function isTruthy(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null || value === undefined) return false;
  switch (typeOf(value)) {
    case BsonType.int:
    case BsonType.double:
    case BsonType.long:
      return typeof value === 'bigint' ? value !== 0n : Number(value) !== 0;
    case BsonType.decimal: {
      const decimal = parseDecimal(value as Decimal128);
      return decimal.kind !== 'finite' || decimal.coefficient !== 0n;
    }
    default:
      return true;
  }
}
