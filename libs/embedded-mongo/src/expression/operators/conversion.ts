import type { BSONSymbol, Decimal128, ObjectId } from 'bson';
import { MongoError } from '../../errors/mongo-error';
import { asDouble } from '../../values/number';
import { BsonType, typeName, typeOf } from '../../values/type-of';
import { isNullish, unary, type Operators } from './operator';

export const CONVERSION: Operators = {
  $type: unary((value) => (value === undefined ? 'missing' : typeName(value))),
  $toString: unary((value) => {
    if (isNullish(value)) return null;
    const text = toText(value);
    if (text !== undefined) return text;
    const message = `Unsupported conversion from ${typeName(value)} to string in $convert with no onError value`;
    throw new MongoError(241, 'ConversionFailure', message);
  }),
};

/** Converts a value to a string. Returns undefined for types that cannot be converted. */
function toText(value: unknown): string | undefined {
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

/** The shortest string that parses to the same double. Exponents are written as in MongoDB, such as 1e+21 or 1e-7. */
function doubleText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (value === Infinity) return 'inf';
  if (value === -Infinity) return '-inf';
  return String(value);
}
