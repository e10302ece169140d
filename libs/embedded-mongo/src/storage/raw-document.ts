import { MongoError } from '../errors';

/** One field of a BSON document: where it begins (its type byte), where its value begins, and where it ends. */
export interface RawElement {
  type: number;
  name: string;
  start: number;
  value: number;
  end: number;
}

const FIXED_SIZES: Record<number, number> = {
  0x01: 8,
  0x06: 0,
  0x07: 12,
  0x08: 1,
  0x09: 8,
  0x0a: 0,
  0x10: 4,
  0x11: 8,
  0x12: 8,
  0x13: 16,
  0x7f: 0,
  0xff: 0,
};

function invalid(why: string): MongoError {
  return new MongoError(22, 'InvalidBSON', `invalid BSON: ${why}`);
}

/**
 * The fields of a BSON document, in order, without decoding their values.
 * @throws MongoError 22 when lengths do not add up.
 */
export function* rawElements(raw: Buffer, from = 0): Generator<RawElement, void, undefined> {
  let at = from + 4;
  const end = from + documentSize(raw, from) - 1;
  while (at < end) {
    const element = elementAt(raw, at, end);
    yield element;
    at = element.end;
  }
  if (at !== end || raw[end] !== 0) throw invalid('the document does not end where it says');
}

function documentSize(raw: Buffer, at: number): number {
  if (at + 5 > raw.length) throw invalid('too short');
  const size = raw.readInt32LE(at);
  if (size < 5 || at + size > raw.length) throw invalid(`a length of ${size} does not fit`);
  return size;
}

function elementAt(raw: Buffer, start: number, limit: number): RawElement {
  const type = raw[start] as number;
  const zero = raw.indexOf(0, start + 1);
  if (zero < 0 || zero >= limit) throw invalid('a field name does not end');
  const value = zero + 1;
  const end = value + valueSize(raw, type, value, limit);
  if (end > limit) throw invalid('a value is longer than its document');
  return { type, name: raw.toString('utf8', start + 1, zero), start, value, end };
}

function valueSize(raw: Buffer, type: number, at: number, limit: number): number {
  const fixed = FIXED_SIZES[type];
  if (fixed !== undefined) return fixed;
  if (type === 0x0b) {
    const options = raw.indexOf(0, raw.indexOf(0, at) + 1);
    return options < 0 ? limit : options + 1 - at;
  }
  if (at + 4 > limit) throw invalid('a value is cut off');
  const length = raw.readInt32LE(at);
  if (length < 0) throw invalid('a length is negative');
  switch (type) {
    case 0x02:
    case 0x0d:
    case 0x0e:
      if (length < 1 || at + 4 + length > limit || raw[at + 3 + length] !== 0) throw invalid('a string does not end');
      return 4 + length;
    case 0x03:
    case 0x04:
    case 0x0f:
      return Math.max(length, 5);
    case 0x05:
      return 5 + length;
    case 0x0c:
      return 4 + length + 12;
    default:
      throw invalid(`type 0x${type.toString(16)} is unknown`);
  }
}

/** A document made of some top-level fields of another, in the order that they have there. */
export function pickFields(raw: Buffer, keep: (name: string) => boolean): Buffer {
  const pieces: Buffer[] = [];
  let size = 5;
  for (const element of rawElements(raw)) {
    if (!keep(element.name)) continue;
    pieces.push(raw.subarray(element.start, element.end));
    size += element.end - element.start;
  }
  return assemble(pieces, size);
}

/** The raw documents of an array field, or undefined where the field is no array of documents. */
export function rawArray(raw: Buffer, field: string): Buffer[] | undefined {
  for (const element of rawElements(raw)) {
    if (element.name !== field || element.type !== 0x04) continue;
    const items: Buffer[] = [];
    for (const item of rawElements(raw, element.value)) {
      if (item.type !== 0x03) return undefined;
      items.push(raw.subarray(item.value, item.end));
    }
    return items;
  }
  return undefined;
}

/** The document with a field of that name in front (taken from `field`, a document of one field, unless it is there). */
export function withFieldFirst(raw: Buffer, name: string, field: () => Buffer): Buffer {
  let position = 0;
  for (const element of rawElements(raw)) {
    if (element.name === name) {
      if (position === 0) return raw;
      const pieces = [
        raw.subarray(element.start, element.end),
        raw.subarray(4, element.start),
        raw.subarray(element.end, raw.length - 1),
      ];
      return assemble(pieces, raw.length);
    }
    position++;
  }
  const added = field();
  return assemble(
    [added.subarray(4, added.length - 1), raw.subarray(4, raw.length - 1)],
    raw.length + added.length - 5,
  );
}

function assemble(pieces: Buffer[], size: number): Buffer {
  const document = Buffer.allocUnsafe(size);
  let at = document.writeInt32LE(size, 0);
  for (const piece of pieces) at += piece.copy(document, at);
  document[at] = 0;
  return document;
}
