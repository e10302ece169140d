import type { Binary, BSONRegExp, Code, DBRef, Decimal128, Long, ObjectId, Timestamp } from 'bson';
import { keysOf, type Document } from '../values/document';
import { encodeDecimal, encodeDouble, encodeLong, encodeNaN } from './encode-number';
import type { KeyWriter } from './key-writer';

/**
 * The first byte of an encoded value. It follows MongoDB's order of types. 0x00 ends objects and
 * arrays. No type is 0xff, so a range can end after all values of a type.
 */
export const TYPE = {
  minKey: 0x01,
  undefined: 0x02,
  null: 0x05,
  number: 0x0a,
  string: 0x0f,
  object: 0x14,
  array: 0x19,
  binary: 0x1e,
  objectId: 0x23,
  boolean: 0x28,
  date: 0x2d,
  timestamp: 0x2f,
  regex: 0x32,
  dbPointer: 0x37,
  code: 0x3c,
  codeWithScope: 0x41,
  maxKey: 0x7f,
} as const;

/** Encodes a value. The bytes sort as MongoDB sorts the values, and no encoded value is a prefix of another. */
export function encodeValue(key: KeyWriter, value: unknown): void {
  const type = typeByte(value);
  key.byte(type);
  encodeContent(key, type, value);
}

const TYPES_BY_TAG: Record<string, number> = {
  Int32: TYPE.number,
  Double: TYPE.number,
  Long: TYPE.number,
  Decimal128: TYPE.number,
  ObjectId: TYPE.objectId,
  ObjectID: TYPE.objectId,
  Binary: TYPE.binary,
  Timestamp: TYPE.timestamp,
  BSONRegExp: TYPE.regex,
  BSONSymbol: TYPE.string,
  MinKey: TYPE.minKey,
  MaxKey: TYPE.maxKey,
  DBRef: TYPE.object,
};

/** Returns the first byte of the encoded value. */
export function typeByte(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return TYPE.string;
    case 'number':
    case 'bigint':
      return TYPE.number;
    case 'boolean':
      return TYPE.boolean;
    case 'undefined':
      return TYPE.undefined;
    default:
  }
  if (value === null) return TYPE.null;
  if (Array.isArray(value)) return TYPE.array;
  if (value instanceof Date) return TYPE.date;
  if (value instanceof RegExp) return TYPE.regex;
  if (value instanceof Uint8Array) return TYPE.binary;
  const tag = (value as { _bsontype?: unknown })._bsontype;
  if (typeof tag !== 'string') return TYPE.object;
  if (tag === 'Code') return (value as Code).scope ? TYPE.codeWithScope : TYPE.code;
  return TYPES_BY_TAG[tag] ?? TYPE.object;
}

function encodeContent(key: KeyWriter, type: number, value: unknown): void {
  switch (type) {
    case TYPE.string:
      return key.terminatedString(typeof value === 'string' ? value : String((value as { value: string }).value));
    case TYPE.number:
      return encodeAnyNumber(key, value);
    case TYPE.object:
      return encodeObject(key, value);
    case TYPE.array:
      for (const item of value as unknown[]) encodeValue(key, item);
      return key.byte(0);
    case TYPE.binary:
      return encodeBinary(key, value as Binary | Uint8Array);
    case TYPE.objectId:
      return key.raw((value as ObjectId).id);
    case TYPE.boolean:
      return key.byte(value ? 1 : 0);
    case TYPE.date:
      return encodeDate(key, (value as Date).getTime());
    case TYPE.timestamp:
      return key.uint64((value as Timestamp).toBigInt() & 0xffffffffffffffffn);
    case TYPE.regex:
      return encodeRegex(key, value as RegExp | BSONRegExp);
    case TYPE.code:
      return key.terminatedString((value as Code).code);
    case TYPE.codeWithScope:
      key.terminatedString((value as Code).code);
      return encodeObject(key, (value as Code).scope);
    default:
  }
}

/**
 * Encodes a date like a double. A double represents the milliseconds exactly, and is faster to
 * write than a 64-bit integer.
 */
function encodeDate(key: KeyWriter, milliseconds: number): void {
  key.double(milliseconds === 0 ? 0 : milliseconds);
}

function encodeObject(key: KeyWriter, value: unknown): void {
  const isReference = (value as { _bsontype?: string })._bsontype === 'DBRef';
  const fields = (isReference ? (value as DBRef).toJSON() : value) as Document;
  for (const name of keysOf(fields)) {
    const item = fields[name];
    const type = typeByte(item);
    key.byte(type);
    key.terminatedString(name);
    encodeContent(key, type, item);
  }
  key.byte(0);
}

function encodeAnyNumber(key: KeyWriter, value: unknown): void {
  if (typeof value === 'number') return encodeDouble(key, value);
  if (typeof value === 'bigint') return encodeLong(key, value);
  const boxed = value as { _bsontype: string; value: number };
  if (boxed._bsontype === 'Long') return encodeLong(key, (value as Long).toBigInt());
  if (boxed._bsontype !== 'Decimal128') return encodeDouble(key, boxed.value);
  const text = (value as Decimal128).toString();
  if (text === 'NaN') return encodeNaN(key);
  if (text.endsWith('Infinity')) return encodeDouble(key, text.startsWith('-') ? -Infinity : Infinity);
  encodeDecimal(key, parseDecimal(text));
}

function parseDecimal(text: string): { coefficient: bigint; exponent: number } {
  const [number = '0', power = '0'] = text.split('E');
  const [whole = '0', fraction = ''] = number.split('.');
  return { coefficient: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function encodeBinary(key: KeyWriter, value: Binary | Uint8Array): void {
  const bytes = value instanceof Uint8Array ? value : value.buffer.subarray(0, value.position);
  key.uint32(bytes.length);
  key.byte(value instanceof Uint8Array ? 0 : value.sub_type);
  key.raw(bytes);
}

function encodeRegex(key: KeyWriter, value: RegExp | BSONRegExp): void {
  key.terminatedString(value instanceof RegExp ? value.source : value.pattern);
  key.terminatedString(value instanceof RegExp ? value.flags : value.options);
}
