import { addDays } from '@keyhaven/stays/calendar-date';
import { MAX_NIGHTS, type Stay } from '@keyhaven/stays/nights';

/** Nights that follow each other, first and last included. */
export interface NightSpan {
  from: string;
  to: string;
}

/** The most ranges that one event names; beyond it one range covers all. */
const MAX_SPANS = 50;

/**
 * The nights that a spot rate may change. A new price shows on its own night. What else it sets decides which stays can
 * be sold: those that include the night, arrive on it or depart on it. Records beside it are no bounds, for an orphan is
 * what could be sold without them.
 * @param altersStays whether it may change which stays can be sold: a change between two prices does so only where rate
 *   adjusters may leave nothing of one of them.
 */
export function nightsOfRate(date: string, altersStays: boolean): NightSpan {
  return altersStays
    ? { from: addDays(date, -MAX_NIGHTS), to: addDays(date, MAX_NIGHTS - 1) }
    : { from: date, to: date };
}

/** The nights that spans cover, in order and each once, as few of them as one event names. */
export function changedSpans(spans: readonly NightSpan[]): NightSpan[] {
  const published: NightSpan[] = [];
  for (const { from, to } of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = published[published.length - 1];
    if (!last || from > addDays(last.to, 1)) published.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return published.length <= MAX_SPANS
    ? published
    : [{ from: published[0]!.from, to: published[published.length - 1]!.to }];
}

/**
 * Where the look for the records next to a stay begins, at its arrival and at its departure: beyond the gap that the
 * stay requires, for blocks may lie in that and do not end it.
 */
export function withGaps({ arrival, departure }: Stay, gap: number): Stay {
  return { arrival: addDays(arrival, -gap), departure: addDays(departure, gap) };
}
