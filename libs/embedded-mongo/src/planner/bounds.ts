import { show } from '../storage/duplicate-key-error';
import { encodeValue, TYPE, typeByte } from '../storage/encode-value';
import { KeyWriter } from '../storage/key-writer';

/** A place among encoded values: before or after everything that begins with these bytes. */
export interface Edge {
  bytes: Buffer;
  isAfter: boolean;
}

/** A part of the values of one index field, in ascending order of values. */
export interface ValueRange {
  low: Edge;
  high: Edge;
  /** Whether it holds one value only. */
  isPoint: boolean;
  /** As explain shows it; written only when explain asks. */
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

/** What is comparable with a value (type bracketing); numbers leave out NaN, which is only equal to itself. */
export function bracketOf(value: unknown): { low: Edge; high: Edge } {
  const type = typeByte(value);
  if (type === TYPE.number)
    return { low: { bytes: encoded(-Infinity), isAfter: false }, high: { bytes: Buffer.from([type]), isAfter: true } };
  return { low: { bytes: Buffer.from([type]), isAfter: false }, high: { bytes: Buffer.from([type]), isAfter: true } };
}

/** Compares two edges by where they lie among encoded values, none of which is the beginning of another. */
export function compareEdges(a: Edge, b: Edge): number {
  const shared = Math.min(a.bytes.length, b.bytes.length);
  const order = a.bytes.compare(b.bytes, 0, shared, 0, shared);
  if (order !== 0) return order;
  if (a.bytes.length === b.bytes.length) return Number(a.isAfter) - Number(b.isAfter);
  // The shorter one lies before or after all that begins with it, the longer one among it.
  return a.bytes.length < b.bytes.length ? (a.isAfter ? 1 : -1) : b.isAfter ? -1 : 1;
}

/** The common part of two ranges, or undefined where there is none. */
export function intersect(a: ValueRange, b: ValueRange): ValueRange | undefined {
  const low = compareEdges(a.low, b.low) >= 0 ? a : b;
  const high = compareEdges(a.high, b.high) <= 0 ? a : b;
  if (compareEdges(low.low, high.high) >= 0) return undefined;
  if (low === high) return low;
  return { low: low.low, high: high.high, isPoint: false, label: () => joinedLabel(low.label(), high.label()) };
}

/** The lower end of one label and the upper end of another. */
function joinedLabel(low: string, high: string): string {
  return `${low.slice(0, low.indexOf(', '))}${high.slice(high.lastIndexOf(', '))}`;
}

/** Ranges in ascending order without those that are equal or within another. */
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
