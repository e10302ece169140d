import { Code, type BSONValue } from 'bson';
import { isDocument } from './document';

/** BSON's type numbers. 0 means a missing value (undefined). */
export const BsonType = {
  missing: 0,
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
} as const;

const TAGS: Record<string, number> = {
  Int32: BsonType.int,
  Double: BsonType.double,
  Long: BsonType.long,
  Decimal128: BsonType.decimal,
  ObjectId: BsonType.objectId,
  Binary: BsonType.binData,
  Timestamp: BsonType.timestamp,
  BSONRegExp: BsonType.regex,
  BSONSymbol: BsonType.symbol,
  MinKey: BsonType.minKey,
  MaxKey: BsonType.maxKey,
  DBRef: BsonType.object,
};

/** Returns the BSON type number of a value. 0 if the value is missing. */
export function typeOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return BsonType.string;
    case 'number':
      return Number.isInteger(value) && value === (value | 0) && !Object.is(value, -0) ? BsonType.int : BsonType.double;
    case 'boolean':
      return BsonType.bool;
    case 'bigint':
      return BsonType.long;
    case 'object':
      return value === null ? BsonType.null : typeOfObject(value);
    default:
      return BsonType.missing;
  }
}

function typeOfObject(value: object): number {
  if (Array.isArray(value)) return BsonType.array;
  if (isDocument(value)) return BsonType.object;
  if (value instanceof Date) return BsonType.date;
  if (value instanceof RegExp) return BsonType.regex;
  if (value instanceof Uint8Array) return BsonType.binData;
  if (value instanceof Code) return value.scope ? BsonType.javascriptWithScope : BsonType.javascript;
  return TAGS[(value as BSONValue)._bsontype] ?? BsonType.object;
}

/**
 * The names of the types, by type number. $type accepts these names in filters, and returns them in
 * expressions.
 */
export const TYPE_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(BsonType).map(([name, number]) => [number, name]),
);

/** Returns the name of a value's type, as in MongoDB's messages and in the $type expression. */
export function typeName(value: unknown): string {
  return TYPE_NAMES.get(typeOf(value)) ?? 'missing';
}

export function isNumeric(value: unknown): boolean {
  const type = typeOf(value);
  return type === BsonType.int || type === BsonType.double || type === BsonType.long || type === BsonType.decimal;
}
