import { CUT_VALUE_BYTES, MAX_VALUE_BYTES, PREFIX_BYTES } from '../storage/index-entries';
import type { IndexDefinition, IndexField } from '../storage/index-definition';
import type { Edge, ValueRange } from './bounds';

/** A range of the keys of an index, from `low` (included) to `high` (excluded). */
export interface IndexRange {
  low: Buffer;
  high: Buffer;
}

/**
 * The key ranges of an index for the given bounds, in index order. The first fields have one of the
 * given values, and the next field is in one of the given ranges.
 * @param points the values of each of the first fields
 * @param last the ranges of the next field; undefined if that field is not restricted
 */
export function indexRanges(
  index: IndexDefinition,
  points: ValueRange[][],
  last: ValueRange[] | undefined,
): IndexRange[] {
  const maxBytes = PREFIX_BYTES + (index.hasCutEntries ? CUT_VALUE_BYTES : MAX_VALUE_BYTES);
  const prefix = Buffer.allocUnsafe(PREFIX_BYTES);
  prefix.writeUInt32BE(index.id);
  let prefixes = [prefix];
  points.forEach((values, i) => {
    const field = index.fields[i] as IndexField;
    const parts = inOrder(values, field).map((range) =>
      field.direction === 1 ? range.low.bytes : inverted(range.low.bytes),
    );
    prefixes = prefixes.flatMap((before) => parts.map((part) => Buffer.concat([before, part])));
  });
  if (!last) return prefixes.map((bytes) => bytes.subarray(0, maxBytes)).map((low) => ({ low, high: after(low) }));
  const field = index.fields[points.length] as IndexField;
  return prefixes.flatMap((before) => inOrder(last, field).map((range) => rangeAfter(before, range, field, maxBytes)));
}

function inOrder(ranges: ValueRange[], field: IndexField): ValueRange[] {
  return field.direction === 1 ? ranges : [...ranges].reverse();
}

function rangeAfter(before: Buffer, range: ValueRange, field: IndexField, maxBytes: number): IndexRange {
  const [low, high] = field.direction === 1 ? [range.low, range.high] : [turned(range.high), turned(range.low)];
  return { low: place(before, low, false, maxBytes), high: place(before, high, true, maxBytes) };
}

/**
 * Converts an end of a range for a descending field. The bytes of such a field are stored inverted, which reverses the
 * order. So "before a value" becomes "after the inverted bytes of the value", and vice versa.
 */
function turned(edge: Edge): Edge {
  return { bytes: inverted(edge.bytes), isAfter: !edge.isAfter };
}

/**
 * The key at an end of a range. Only the first `maxBytes` bytes of an entry can be compared, so a longer key is cut,
 * which makes the range wider. If no entry is truncated, the wider range contains no further entries, because no
 * encoded value is a prefix of another.
 */
function place(before: Buffer, edge: Edge, isHigh: boolean, maxBytes: number): Buffer {
  const whole = Buffer.concat([before, edge.bytes]);
  const short = whole.subarray(0, maxBytes);
  if (short.length < whole.length) return isHigh ? after(short) : short;
  return edge.isAfter ? after(whole) : whole;
}

/** The first key after all keys that start with these bytes. */
function after(bytes: Buffer): Buffer {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0xff) length--;
  const next = Buffer.from(bytes.subarray(0, length));
  next[length - 1] = (next[length - 1] as number) + 1;
  return next;
}

function inverted(bytes: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length);
  for (let i = 0; i < bytes.length; i++) result[i] = ~(bytes[i] as number) & 0xff;
  return result;
}
