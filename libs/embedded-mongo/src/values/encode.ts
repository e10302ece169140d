import type { Code } from 'bson';
import {
  Binary,
  type BSONRegExp,
  type BSONSymbol,
  type DBRef,
  type Decimal128,
  type Long,
  type ObjectId,
  type Timestamp,
} from 'bson';
import { MongoError } from '../errors/mongo-error';
import { keysOf, type Document } from './document';
import { tooDeep } from './decode';
import { MAX_MESSAGE_DEPTH } from './limits';
import { asDouble, asLong } from './number';
import { regexParts } from './regex-parts';
import { BsonType, typeOf } from './type-of';

const INITIAL_SIZE = 4096;
const MAX_KEPT_SIZE = 1_048_576;
const MAX_SHORT_TEXT = 48;
let shared: Buffer = Buffer.allocUnsafe(INITIAL_SIZE);

/** An embedded document that is already encoded. */
export class EncodedDocument {
  constructor(readonly bytes: Buffer) {}
}

/**
 * Encodes a document. Undefined fields are omitted, and undefined array elements become null.
 * @throws MongoError 15 (Overflow) if documents are nested deeper than `maxDepth`; MongoError 2 (BadValue) for a field
 *   name with a zero byte
 */
export function encode(document: Document, maxDepth = MAX_MESSAGE_DEPTH): Buffer {
  const writer = new Writer(shared, maxDepth);
  writer.document(document, 0);
  const bytes = Buffer.from(writer.bytes());
  if (writer.capacity() <= MAX_KEPT_SIZE) shared = writer.buffer;
  return bytes;
}

class Writer {
  private at = 0;

  constructor(
    public buffer: Buffer,
    private readonly maxDepth: number,
  ) {}

  bytes(): Buffer {
    return this.buffer.subarray(0, this.at);
  }

  capacity(): number {
    return this.buffer.length;
  }

  document(document: Document, depth: number): void {
    const start = this.open(depth);
    for (const name of keysOf(document)) {
      const value = document[name];
      if (value !== undefined) this.element(name, value, depth);
    }
    this.close(start);
  }

  private array(array: readonly unknown[], depth: number): void {
    const start = this.open(depth);
    for (let index = 0; index < array.length; index++) this.element(String(index), array[index] ?? null, depth);
    this.close(start);
  }

  private open(depth: number): number {
    if (depth > this.maxDepth) throw tooDeep(this.maxDepth);
    const start = this.at;
    this.reserve(5);
    this.at += 4;
    return start;
  }

  private close(start: number): void {
    this.reserve(1);
    this.buffer[this.at++] = 0;
    this.buffer.writeInt32LE(this.at - start, start);
  }

  private element(name: string, value: unknown, depth: number): void {
    const type = typeOf(value);
    this.reserve(1);
    this.buffer[this.at++] = type;
    this.cstring(name);
    this.content(type, value, depth);
  }

  private content(type: number, value: unknown, depth: number): void {
    switch (type) {
      case BsonType.double:
        this.reserve(8);
        this.at = this.buffer.writeDoubleLE(asDouble(value), this.at);
        return;
      case BsonType.string:
        return this.string(value as string);
      case BsonType.symbol:
        return this.string((value as BSONSymbol).value);
      case BsonType.object:
        if (value instanceof EncodedDocument) return this.raw(value.bytes);
        return this.document(isDBRef(value) ? value.toJSON() : (value as Document), depth + 1);
      case BsonType.array:
        return this.array(value as unknown[], depth + 1);
      case BsonType.binData:
        return this.binary(value as Binary | Uint8Array);
      case BsonType.objectId:
        return this.raw((value as ObjectId).id);
      case BsonType.bool:
        return this.raw([value ? 1 : 0]);
      case BsonType.date:
        return this.int64(BigInt((value as Date).getTime()));
      case BsonType.regex:
        return this.regex(value as RegExp | BSONRegExp);
      case BsonType.javascript:
        return this.string((value as Code).code);
      case BsonType.javascriptWithScope:
        return this.codeWithScope(value as Code, depth);
      case BsonType.int:
        this.reserve(4);
        this.at = this.buffer.writeInt32LE(asDouble(value), this.at);
        return;
      case BsonType.timestamp:
        return this.int64(BigInt.asIntN(64, (value as Timestamp).toBigInt()));
      case BsonType.long:
        return typeof value === 'bigint' ? this.int64(value) : this.long(asLong(value));
      case BsonType.decimal:
        return this.raw((value as Decimal128).bytes);
      default: // null, MinKey and MaxKey are encoded without any bytes.
    }
  }

  private reserve(size: number): void {
    if (this.at + size <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.at + size));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }

  private raw(bytes: ArrayLike<number>): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.at);
    this.at += bytes.length;
  }

  private int64(value: bigint): void {
    this.reserve(8);
    this.at = this.buffer.writeBigInt64LE(BigInt.asIntN(64, value), this.at);
  }

  private long(value: Long): void {
    this.reserve(8);
    this.at = this.buffer.writeInt32LE(value.low, this.at);
    this.at = this.buffer.writeInt32LE(value.high, this.at);
  }

  private text(text: string): void {
    this.reserve(text.length * 3 + 1);
    if (!this.shortAscii(text)) this.at += this.buffer.write(text, this.at, 'utf8');
    this.buffer[this.at++] = 0;
  }

  /**
   * Writes short ASCII text byte by byte, which is faster than a native call.
   * @returns false if it wrote nothing, because the text is long or not ASCII
   */
  private shortAscii(text: string): boolean {
    const { length } = text;
    if (length > MAX_SHORT_TEXT) return false;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 127) return false;
      this.buffer[this.at + index] = unit;
    }
    this.at += length;
    return true;
  }

  /** Writes a field name or a pattern. The text must not contain a zero byte. */
  private cstring(text: string): void {
    const start = this.at;
    this.text(text);
    const end =
      text.length > MAX_SHORT_TEXT || this.at - start - 1 !== text.length
        ? this.buffer.indexOf(0, start)
        : this.zeroFrom(start);
    if (end !== this.at - 1)
      throw new MongoError(2, 'BadValue', 'a field name or a regular expression cannot have a zero byte');
  }

  private zeroFrom(start: number): number {
    let at = start;
    while (this.buffer[at] !== 0) at++;
    return at;
  }

  private string(text: string): void {
    this.reserve(4);
    const start = this.at;
    this.at += 4;
    this.text(text);
    this.buffer.writeInt32LE(this.at - start - 4, start);
  }

  private binary(value: Binary | Uint8Array): void {
    const bytes = value instanceof Binary ? value.buffer.subarray(0, value.position) : value;
    const subtype = value instanceof Binary ? value.sub_type : 0;
    const inner = subtype === 2 ? 4 : 0;
    this.reserve(9);
    this.at = this.buffer.writeInt32LE(bytes.length + inner, this.at);
    this.buffer[this.at++] = subtype;
    if (inner) this.at = this.buffer.writeInt32LE(bytes.length, this.at);
    this.raw(bytes);
  }

  private regex(value: RegExp | BSONRegExp): void {
    const { pattern, flags } = regexParts(value);
    this.cstring(pattern);
    this.cstring(flags);
  }

  private codeWithScope(value: Code, depth: number): void {
    this.reserve(4);
    const start = this.at;
    this.at += 4;
    this.string(value.code);
    this.document(value.scope ?? {}, depth + 1);
    this.buffer.writeInt32LE(this.at - start, start);
  }
}

function isDBRef(value: unknown): value is DBRef {
  return (value as { _bsontype?: unknown })._bsontype === 'DBRef' && typeof (value as DBRef).toJSON === 'function';
}
