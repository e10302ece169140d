import type { Code, Decimal128, ObjectId } from 'bson';
import { Binary, Long, type BSONRegExp, type BSONSymbol, type DBRef, type Timestamp } from 'bson';
import { compareDecimals, exactDouble, finite, parseDecimal, type Decimal } from './decimal';
import { keysOf, type Document } from './document';
import { asBigInt, asDouble } from './number';
import { regexParts } from './regex-parts';
import { BsonType, typeOf } from './type-of';

/**
 * The position of each type in the comparison order. Types with the same position are compared by
 * value.
 */
const ORDER = new Int16Array(256);
const orders: [number, number[]][] = [
  [-1, [BsonType.minKey]],
  [0, [BsonType.missing, BsonType.undefined]],
  [5, [BsonType.null]],
  [10, [BsonType.double, BsonType.int, BsonType.long, BsonType.decimal]],
  [15, [BsonType.string, BsonType.symbol]],
  [20, [BsonType.object]],
  [25, [BsonType.array]],
  [30, [BsonType.binData]],
  [35, [BsonType.objectId]],
  [40, [BsonType.bool]],
  [45, [BsonType.date]],
  [47, [BsonType.timestamp]],
  [50, [BsonType.regex]],
  [55, [BsonType.dbPointer]],
  [60, [BsonType.javascript]],
  [65, [BsonType.javascriptWithScope]],
  [127, [BsonType.maxKey]],
];
for (const [order, types] of orders) for (const type of types) ORDER[type & 0xff] = order;

/**
 * The position of the value's type in the comparison order. In a filter, values of types with
 * different positions never match.
 */
export function typeOrder(value: unknown): number {
  return ORDER[typeOf(value) & 0xff] as number;
}

/**
 * Compares two values in BSON's total order. Undefined means a missing value. @returns -1, 0 or 1
 */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  const typeA = typeOf(a);
  const typeB = typeOf(b);
  const order = ORDER[typeA & 0xff] as number;
  const difference = order - (ORDER[typeB & 0xff] as number);
  return difference !== 0 ? Math.sign(difference) : compareSameType(order, typeA, a, typeB, b);
}

/** Whether MongoDB treats two values as equal, such as 1 and 1.0. */
export function equalValues(a: unknown, b: unknown): boolean {
  return a === b || compareValues(a, b) === 0;
}

function compareSameType(order: number, typeA: number, a: unknown, typeB: number, b: unknown): number {
  switch (order) {
    case 10:
      return compareNumbers(typeA, a, typeB, b);
    case 15:
      return compareStrings(stringOf(a), stringOf(b));
    case 20:
      return compareDocuments(fieldsOf(a), fieldsOf(b));
    case 25:
      return compareArrays(a as unknown[], b as unknown[]);
    case 30:
      return compareBinaries(a as Binary | Uint8Array, b as Binary | Uint8Array);
    case 35:
      return Math.sign(Buffer.compare((a as ObjectId).id, (b as ObjectId).id));
    case 40:
      return Number(a) - Number(b);
    case 45:
      return Math.sign((a as Date).getTime() - (b as Date).getTime());
    case 47:
      return compareBigInts(unsigned(a as Timestamp), unsigned(b as Timestamp));
    case 50:
      return compareRegexes(a as RegExp | BSONRegExp, b as RegExp | BSONRegExp);
    case 60:
      return compareStrings((a as Code).code, (b as Code).code);
    case 65:
      return (
        compareStrings((a as Code).code, (b as Code).code) ||
        compareDocuments((a as Code).scope ?? {}, (b as Code).scope ?? {})
      );
    default:
      return 0;
  }
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : (value as BSONSymbol).value;
}

function fieldsOf(value: unknown): Document {
  return (value as { _bsontype?: unknown })._bsontype === 'DBRef' && typeof (value as DBRef).toJSON === 'function'
    ? (value as DBRef).toJSON()
    : (value as Document);
}

/**
 * Compares strings by their UTF-8 bytes, which gives the order of code points. JavaScript compares
 * UTF-16 units, which gives a different order.
 */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x === y) continue;
    // A surrogate is one half of a code point above 0xffff. In the order of code points, it
    // therefore comes after every UTF-16 unit that is a whole code point.
    const beyondX = x >= 0xd800 && x <= 0xdfff;
    const beyondY = y >= 0xd800 && y <= 0xdfff;
    if (beyondX !== beyondY) return beyondX ? 1 : -1;
    return x < y ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}

function compareBigInts(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function unsigned(value: Timestamp): bigint {
  return BigInt.asUintN(64, value.toBigInt());
}

function compareNumbers(typeA: number, a: unknown, typeB: number, b: unknown): number {
  if (typeA === BsonType.decimal || typeB === BsonType.decimal)
    return compareDecimals(decimalOf(typeA, a), decimalOf(typeB, b));
  if (typeA === BsonType.long || typeB === BsonType.long) return compareWithLong(typeA, a, typeB, b);
  return compareDoubles(asDouble(a), asDouble(b));
}

function compareDoubles(x: number, y: number): number {
  if (x < y) return -1;
  if (x > y) return 1;
  return x === y ? 0 : Number(Number.isNaN(y)) - Number(Number.isNaN(x));
}

/**
 * Compares two numbers, at least one of them a long. JavaScript compares a bigint and a number
 * exactly.
 */
function compareWithLong(typeA: number, a: unknown, typeB: number, b: unknown): number {
  if (a instanceof Long && b instanceof Long) return a.compare(b);
  const x = typeA === BsonType.long ? asBigInt(a) : asDouble(a);
  const y = typeB === BsonType.long ? asBigInt(b) : asDouble(b);
  if (x < y) return -1;
  if (x > y) return 1;
  return Number(Number.isNaN(y)) - Number(Number.isNaN(x));
}

/** The exact decimal value of a number of any type. */
export function decimalOf(type: number, value: unknown): Decimal {
  if (type === BsonType.decimal) return parseDecimal(value as Decimal128);
  if (type === BsonType.long) return finite(asBigInt(value), 0);
  return exactDouble(asDouble(value));
}

/**
 * Compares documents field by field: first the types of the two fields, then their names, then
 * their values.
 */
function compareDocuments(a: Document, b: Document): number {
  const namesA = keysOf(a);
  const namesB = keysOf(b);
  const length = Math.min(namesA.length, namesB.length);
  for (let at = 0; at < length; at++) {
    const nameA = namesA[at] as string;
    const nameB = namesB[at] as string;
    const valueA = a[nameA];
    const valueB = b[nameB];
    const typeA = typeOf(valueA);
    const typeB = typeOf(valueB);
    const order = ORDER[typeA & 0xff] as number;
    const difference =
      order - (ORDER[typeB & 0xff] as number) ||
      compareStrings(nameA, nameB) ||
      compareSameType(order, typeA, valueA, typeB, valueB);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(namesA.length - namesB.length);
}

function compareArrays(a: readonly unknown[], b: readonly unknown[]): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = compareValues(a[at], b[at]);
    if (difference !== 0) return difference;
  }
  return Math.sign(a.length - b.length);
}

function compareBinaries(a: Binary | Uint8Array, b: Binary | Uint8Array): number {
  const bytesA = a instanceof Binary ? a.buffer.subarray(0, a.position) : a;
  const bytesB = b instanceof Binary ? b.buffer.subarray(0, b.position) : b;
  const subtypeA = a instanceof Binary ? a.sub_type : 0;
  const subtypeB = b instanceof Binary ? b.sub_type : 0;
  return Math.sign(bytesA.length - bytesB.length || subtypeA - subtypeB || Buffer.compare(bytesA, bytesB));
}

function compareRegexes(a: RegExp | BSONRegExp, b: RegExp | BSONRegExp): number {
  const x = regexParts(a);
  const y = regexParts(b);
  return compareStrings(x.pattern, y.pattern) || compareStrings(x.flags, y.flags);
}
