import type { BSONSymbol, Decimal128, ObjectId } from 'bson';
import { asDouble } from '../../values/number';
import { BsonType, typeOf } from '../../values/type-of';

/** The text of a value as $toString gives it; undefined for types that have none. */
export function toText(value: unknown): string | undefined {
  switch (typeOf(value)) {
    case BsonType.string:
      return value as string;
    case BsonType.symbol:
      return (value as BSONSymbol).value;
    case BsonType.int:
    case BsonType.long:
      return String(value);
    case BsonType.double:
      return doubleText(asDouble(value));
    case BsonType.decimal:
      return (value as Decimal128).toString();
    case BsonType.bool:
      return value ? 'true' : 'false';
    case BsonType.objectId:
      return (value as ObjectId).toHexString();
    case BsonType.date:
      return (value as Date).toISOString();
    default:
      return undefined;
  }
}

/** The shortest text that gives the same double, with an exponent as MongoDB writes it (1e+21, 1e-7). */
function doubleText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (value === Infinity) return 'inf';
  if (value === -Infinity) return '-inf';
  return String(value);
}
