import { show } from '../storage/duplicate-key-error';
import { encodeValue, TYPE, typeByte } from '../storage/encode-value';
import { KeyWriter } from '../storage/key-writer';

/** An end of a range of encoded values. It is before or after all values that start with these bytes. */
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
  /** The range as explain shows it. Computed only for explain. */
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
 * The range of the values that can be compared with a value, which are those of its type. The range of numbers excludes
 * NaN, because NaN equals only itself.
 */
export function bracketOf(value: unknown): { low: Edge; high: Edge } {
  const type = typeByte(value);
  if (type === TYPE.number)
    return { low: { bytes: encoded(-Infinity), isAfter: false }, high: { bytes: Buffer.from([type]), isAfter: true } };
  return { low: { bytes: Buffer.from([type]), isAfter: false }, high: { bytes: Buffer.from([type]), isAfter: true } };
}

/** Compares two ends of ranges by their position among encoded values. No encoded value is a prefix of another. */
export function compareEdges(a: Edge, b: Edge): number {
  const shared = Math.min(a.bytes.length, b.bytes.length);
  const order = a.bytes.compare(b.bytes, 0, shared, 0, shared);
  if (order !== 0) return order;
  if (a.bytes.length === b.bytes.length) return Number(a.isAfter) - Number(b.isAfter);
  // The end with fewer bytes is before or after all values that start with these bytes. The other end is among those
  // values.
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

/** Makes a label of the lower bound of one label and the upper bound of another. */
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
