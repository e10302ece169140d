import { MongoError } from '../errors/mongo-error';
import { valueBytes } from '../values/decode-paths';

/** One field of a BSON document, with the offsets of its type byte, its value and its end. */
export interface RawElement {
  type: number;
  name: string;
  start: number;
  value: number;
  end: number;
}

function invalid(why: string): MongoError {
  return new MongoError(22, 'InvalidBSON', `invalid BSON: ${why}`);
}

/**
 * The fields of a BSON document, in order, without decoding the values.
 * @throws MongoError 22 if the lengths in the document are inconsistent
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
  const end = value + valueBytes(raw, type, value, limit);
  if (end > limit) throw invalid('a value is longer than its document');
  return { type, name: raw.toString('utf8', start + 1, zero), start, value, end };
}

/**
 * Returns a document with only some of the top-level fields, in the same order. Returns the same
 * buffer if all fields are kept.
 */
export function pickFields(raw: Buffer, keep: (name: string) => boolean): Buffer {
  const end = documentSize(raw, 0) - 1;
  /** Pairs of a start and an end offset, one pair for each group of adjacent kept fields. */
  const runs: number[] = [];
  let size = 5;
  for (let at = 4; at < end;) {
    const element = elementAt(raw, at, end);
    if (keep(element.name)) {
      size += element.end - at;
      if (runs.at(-1) === at) runs[runs.length - 1] = element.end;
      else runs.push(at, element.end);
    }
    at = element.end;
  }
  if (size === raw.length) return raw;
  const document = Buffer.allocUnsafe(size);
  let at = document.writeInt32LE(size, 0);
  for (let run = 0; run < runs.length; run += 2) at += raw.copy(document, at, runs[run], runs[run + 1]);
  document[at] = 0;
  return document;
}

/** The encoded documents of an array field. Undefined if the field is not an array of documents. */
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

/**
 * Moves the field `name` to the start of a document. If the document lacks this field, adds it.
 * @param field returns a document that contains only the field to add
 */
export function withFieldFirst(raw: Buffer, name: string, field: () => Buffer): Buffer {
  if (startsWith(raw, name)) return raw;
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

function startsWith(raw: Buffer, name: string): boolean {
  const end = 5 + name.length;
  return raw.length > end + 1 && raw[end] === 0 && raw.toString('latin1', 5, end) === name;
}

function assemble(pieces: Buffer[], size: number): Buffer {
  const document = Buffer.allocUnsafe(size);
  let at = document.writeInt32LE(size, 0);
  for (const piece of pieces) at += piece.copy(document, at);
  document[at] = 0;
  return document;
}
