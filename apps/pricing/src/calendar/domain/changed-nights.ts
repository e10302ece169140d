import { addDays } from '@keyhaven/stays/calendar-date';
import { MAX_NIGHTS, type Stay } from '@keyhaven/stays/nights';

/** A range of nights, both included. */
export interface NightSpan {
  from: string;
  to: string;
}

/** The most ranges that one event names; instead of more, it names one range that covers all. */
const MAX_SPANS = 50;

/**
 * The nights that a spot rate may change. A new price changes its own night alone. Every other change decides which stays
 * can be sold, and reaches every night of a stay that includes the night, arrives on it or departs on it. Occupied nights
 * do not limit that range: whether a night is an orphan depends on the stays that would be possible without them.
 * @param altersStays whether it may change which stays can be sold. A change of price alone does so only when rate
 *   adjusters may reduce the old or the new price to 0.
 */
export function nightsChangedByRate(date: string, altersStays: boolean): NightSpan {
  return altersStays
    ? { from: addDays(date, -MAX_NIGHTS), to: addDays(date, MAX_NIGHTS - 1) }
    : { from: date, to: date };
}

/** Merges ranges that overlap or touch, in order, down to what one event names. */
export function mergeSpans(spans: readonly NightSpan[]): NightSpan[] {
  const merged: NightSpan[] = [];
  for (const { from, to } of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = merged[merged.length - 1];
    if (!last || from > addDays(last.to, 1)) merged.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return merged.length <= MAX_SPANS ? merged : [{ from: merged[0]!.from, to: merged[merged.length - 1]!.to }];
}

/**
 * The dates from which the records next to a stay are searched, before its arrival and after its departure. They are
 * beyond its required gaps: a block may be in a gap and does not end it.
 */
export function withGaps({ arrival, departure }: Stay, gap: number): Stay {
  return { arrival: addDays(arrival, -gap), departure: addDays(departure, gap) };
}
