import { show } from '../storage/duplicate-key-error';
import { encodeValue, TYPE, typeByte } from '../storage/encode-value';
import { KeyWriter } from '../storage/key-writer';

/**
 * An end of a range of encoded values. Its position is before (or with `isAfter`, after) all
 * encoded values that start with `bytes`.
 */
export interface Edge {
  bytes: Buffer;
  isAfter: boolean;
}

/** A range of values of one index field, in ascending order. */
export interface ValueRange {
  low: Edge;
  high: Edge;
  /** Whether the range contains a single value. */
  isPoint: boolean;
  /** Returns the range as the explain command shows it. Computed on demand, because only explain needs it. */
  label(this: void): string;
}

const writer = new KeyWriter();

export function encoded(value: unknown): Buffer {
  writer.length = 0;
  encodeValue(writer, value);
  return writer.copy();
}

export function pointRange(value: unknown): ValueRange {
  const bytes = encoded(value);
  return {
    low: { bytes, isAfter: false },
    high: { bytes, isAfter: true },
    isPoint: true,
    label: () => `[${show(value)}, ${show(value)}]`,
  };
}

export const EVERYTHING: ValueRange = {
  low: { bytes: Buffer.alloc(0), isAfter: false },
  high: { bytes: Buffer.alloc(0), isAfter: true },
  isPoint: false,
  label: () => '[MinKey, MaxKey]',
};

/**
 * The range of all values that have the same type as `value`. Comparisons such as $gt match only values of the same
 * type. The range of numbers excludes NaN, because NaN equals only itself.
 */
export function bracketOf(value: unknown): { low: Edge; high: Edge } {
  const type = typeByte(value);
  if (type === TYPE.number)
    return { low: { bytes: encoded(-Infinity), isAfter: false }, high: { bytes: Buffer.from([type]), isAfter: true } };
  return { low: { bytes: Buffer.from([type]), isAfter: false }, high: { bytes: Buffer.from([type]), isAfter: true } };
}

/**
 * Compares the positions of two ends of ranges among the encoded values. No encoded value is a
 * prefix of another.
 */
export function compareEdges(a: Edge, b: Edge): number {
  const shared = Math.min(a.bytes.length, b.bytes.length);
  const order = a.bytes.compare(b.bytes, 0, shared, 0, shared);
  if (order !== 0) return order;
  if (a.bytes.length === b.bytes.length) return Number(a.isAfter) - Number(b.isAfter);
  // The shorter end is before or after all values that start with its bytes. The longer end is
  // among those values.
  return a.bytes.length < b.bytes.length ? (a.isAfter ? 1 : -1) : b.isAfter ? -1 : 1;
}

/** The intersection of two ranges. Undefined if it is empty. */
export function intersect(a: ValueRange, b: ValueRange): ValueRange | undefined {
  const low = compareEdges(a.low, b.low) >= 0 ? a : b;
  const high = compareEdges(a.high, b.high) <= 0 ? a : b;
  if (compareEdges(low.low, high.high) >= 0) return undefined;
  if (low === high) return low;
  return { low: low.low, high: high.high, isPoint: false, label: () => joinedLabel(low.label(), high.label()) };
}

/** Combines the lower bound of one label with the upper bound of another. */
function joinedLabel(low: string, high: string): string {
  return `${low.slice(0, low.indexOf(', '))}${high.slice(high.lastIndexOf(', '))}`;
}

/** Sorts ranges in ascending order, and merges those that overlap. */
export function normalise(ranges: ValueRange[]): ValueRange[] {
  if (ranges.length < 2) return ranges;
  const sorted = [...ranges].sort((a, b) => compareEdges(a.low, b.low) || compareEdges(b.high, a.high));
  const result: ValueRange[] = [];
  for (const range of sorted) {
    const last = result.at(-1);
    if (!last || compareEdges(range.low, last.high) >= 0) result.push(range);
    else if (compareEdges(range.high, last.high) > 0) {
      result[result.length - 1] = { ...last, high: range.high, isPoint: false, label: last.label };
    }
  }
  return result;
}
