import {
  BSONRegExp,
  BSONSymbol,
  Binary,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { MongoError } from '../errors/mongo-error';
import { newDocument, setField, type Document } from './document';

/** The range of a JavaScript Date, in milliseconds before and after the start of 1970. */
const MAX_DATE = 8_640_000_000_000_000;
const TWO_POW_32 = 4_294_967_296;

/** Error 15, for a document with too many levels of nesting. */
export function tooDeep(maxDepth: number): MongoError {
  return new MongoError(15, 'Overflow', `a document has more than ${maxDepth} levels`);
}

export function invalid(why: string): MongoError {
  return new MongoError(22, 'InvalidBSON', `invalid BSON: ${why}`);
}

/** The longest name that is cached, in bytes. Longer names are rare. */
const MAX_KNOWN_NAME = 64;
/** Cached names, by a hash of their bytes. The size must be a power of two. */
const knownNames: (string | undefined)[] = Array.from({ length: 4096 }, () => undefined);

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the values of a BSON document one after the other. */
export class BsonReader {
  protected at = 0;

  constructor(
    protected readonly buffer: Buffer,
    private readonly maxDepth: number,
  ) {}

  document(depth: number): Document {
    const end = this.enter(depth);
    const document = newDocument();
    while (this.at < end) {
      const type = this.buffer[this.at++] as number;
      const name = this.name(end);
      setField(document, name, this.value(type, depth, end));
    }
    this.leave(end);
    return document;
  }

  private array(depth: number): unknown[] {
    const end = this.enter(depth);
    const array: unknown[] = [];
    while (this.at < end) {
      const type = this.buffer[this.at++] as number;
      while (this.buffer[this.at] !== 0 && this.at < end) this.at++;
      this.at++;
      array.push(this.value(type, depth, end));
    }
    this.leave(end);
    return array;
  }

  /** Enters a document and reads its length. @returns the position of the zero byte at its end. */
  protected enter(depth: number): number {
    if (depth > this.maxDepth) throw tooDeep(this.maxDepth);
    if (this.at + 5 > this.buffer.length) throw invalid('too short');
    const size = this.buffer.readInt32LE(this.at);
    const end = this.at + size - 1;
    if (size < 5 || end >= this.buffer.length || this.buffer[end] !== 0)
      throw invalid(`a length of ${size} does not fit`);
    this.at += 4;
    return end;
  }

  protected leave(end: number): void {
    if (this.at !== end) throw invalid('the document does not end where it says');
    this.at++;
  }

  protected value(type: number, depth: number, end: number): unknown {
    switch (type) {
      case 1:
        return new Double(this.buffer.readDoubleLE(this.take(8, end)));
      case 2:
        return this.string(end);
      case 3:
        return this.document(depth + 1);
      case 4:
        return this.array(depth + 1);
      case 5:
        return this.binary(end);
      case 7:
        return new ObjectId(Uint8Array.prototype.slice.call(this.buffer, this.take(12, end), this.at));
      case 8:
        return this.boolean(end);
      case 9:
        return this.date(end);
      case 10:
        return null;
      case 11:
        return new BSONRegExp(this.cstring(end), this.cstring(end));
      case 13:
        return new Code(this.string(end));
      case 14:
        return new BSONSymbol(this.string(end));
      case 15:
        return this.codeWithScope(depth, end);
      case 16:
        return new Int32(this.buffer.readInt32LE(this.take(4, end)));
      case 17:
        return new Timestamp(this.long(end).toBigInt() & 0xffffffffffffffffn);
      case 18:
        return this.long(end);
      case 19:
        return new Decimal128(Uint8Array.prototype.slice.call(this.buffer, this.take(16, end), this.at));
      case 0xff:
        return new MinKey();
      case 0x7f:
        return new MaxKey();
      default:
        throw invalid(`type ${type} is not supported by the embedded database`);
    }
  }

  protected take(size: number, end: number): number {
    const from = this.at;
    if (from + size > end) throw invalid('a value ends beyond its document');
    this.at += size;
    return from;
  }

  private long(end: number): Long {
    const from = this.take(8, end);
    return new Long(this.buffer.readInt32LE(from), this.buffer.readInt32LE(from + 4));
  }

  private date(end: number): Date {
    const from = this.take(8, end);
    const milliseconds = this.buffer.readUInt32LE(from) + this.buffer.readInt32LE(from + 4) * TWO_POW_32;
    if (Math.abs(milliseconds) > MAX_DATE)
      throw invalid('a date beyond the year 275760 is not supported by the embedded database');
    return new Date(milliseconds);
  }

  private boolean(end: number): boolean {
    const byte = this.buffer[this.take(1, end)];
    if (byte !== 0 && byte !== 1) throw invalid('a boolean is 0 or 1');
    return byte === 1;
  }

  /**
   * Reads a field name. The same names occur in many documents, so the name is first looked up in
   * the cache by its bytes.
   */
  protected name(end: number): string {
    const start = this.at;
    let hash = 0;
    let at = start;
    for (let byte = this.buffer[at] as number; byte !== 0; byte = this.buffer[++at] as number) {
      if (byte > 127 || at >= end) return this.cstring(end);
      hash = (hash * 31 + byte) | 0;
    }
    const length = at - start;
    if (length > MAX_KNOWN_NAME) return this.cstring(end);
    this.at = at + 1;
    const slot = hash & (knownNames.length - 1);
    const known = knownNames[slot];
    if (known !== undefined && this.isText(known, start, length)) return known;
    const name = this.buffer.toString('latin1', start, at);
    knownNames[slot] = name;
    return name;
  }

  private isText(text: string, start: number, length: number): boolean {
    if (text.length !== length) return false;
    for (let index = 0; index < length; index++)
      if (text.charCodeAt(index) !== this.buffer[start + index]) return false;
    return true;
  }

  private cstring(end: number): string {
    const zero = this.buffer.indexOf(0, this.at);
    if (zero < 0 || zero > end) throw invalid('a name without an end');
    return this.text(this.at, zero);
  }

  private string(end: number): string {
    const from = this.take(4, end);
    const size = this.buffer.readInt32LE(from);
    if (size < 1) throw invalid(`a string of length ${size}`);
    const start = this.take(size, end);
    if (this.buffer[this.at - 1] !== 0) throw invalid('a string without an end');
    return this.text(start, this.at - 1, false);
  }

  private text(from: number, to: number, skipZero = true): string {
    if (skipZero) this.at = to + 1;
    const text = this.buffer.toString('utf8', from, to);
    if (text.includes('\ufffd')) this.requireUtf8(from, to);
    return text;
  }

  private requireUtf8(from: number, to: number): void {
    try {
      strictUtf8.decode(this.buffer.subarray(from, to));
    } catch {
      throw invalid('text that is not UTF-8');
    }
  }

  private binary(end: number): Binary {
    const from = this.take(5, end);
    const size = this.buffer.readInt32LE(from);
    const subtype = this.buffer[from + 4] as number;
    if (size < 0) throw invalid(`binary data of length ${size}`);
    const start = this.take(size, end);
    if (subtype !== 2) return new Binary(Uint8Array.prototype.slice.call(this.buffer, start, this.at), subtype);
    if (size < 4 || this.buffer.readInt32LE(start) !== size - 4)
      throw invalid('binary data of the old subtype with a wrong length');
    return new Binary(Uint8Array.prototype.slice.call(this.buffer, start + 4, this.at), subtype);
  }

  private codeWithScope(depth: number, end: number): Code {
    const from = this.take(4, end);
    const limit = from + this.buffer.readInt32LE(from);
    const code = new Code(this.string(end), this.document(depth + 1));
    if (this.at !== limit) throw invalid('code with scope of a wrong length');
    return code;
  }
}
