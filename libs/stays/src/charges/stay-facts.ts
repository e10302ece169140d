import { dayNumber, weekdayOf } from '../calendar-date';
import {
  WEEKDAYS,
  type BandMeasure,
  type ChargedStay,
  type DateRange,
  type PricedNight,
  type Weekday,
} from './charge-types';

/** The first night's date. A stay to charge has at least one night. */
export function arrivalOf(stay: ChargedStay): string {
  const [first] = stay.nights;
  if (!first) throw new RangeError('charges are made for a stay of at least one night');
  return first.date;
}

/** What criteria and bands measure a stay by. Infants and pets are no guests. */
export function measureOf(stay: ChargedStay, measure: BandMeasure): number {
  switch (measure) {
    case 'nights':
      return stay.nights.length;
    case 'guests':
      return stay.adults + stay.children;
    case 'days_before_arrival':
      return dayNumber(arrivalOf(stay)) - dayNumber(stay.booked_date);
    default:
      return stay[measure];
  }
}

/** Kept as long as the night itself is: thousands of definitions may ask for the same one. */
const weekdays = new WeakMap<PricedNight, Weekday>();

/** The day of the week of a night, whose date never changes. */
export function weekdayName(night: PricedNight): Weekday {
  const known = weekdays.get(night);
  if (known) return known;
  const found = WEEKDAYS[(weekdayOf(night.date) + 6) % 7] ?? 'sunday';
  weekdays.set(night, found);
  return found;
}

/** Whether a date lies in one of the ranges; their ends are part of them. */
export function isInRanges(date: string, ranges: readonly DateRange[]): boolean {
  return ranges.some(({ from, to }) => (from === null || from <= date) && (to === null || date <= to));
}

/**
 * The same question for many dates: each takes a few steps, however many ranges there are.
 * @returns whether a date lies in one of the ranges.
 */
export function rangeFinder(ranges: readonly DateRange[]): (date: string) => boolean {
  const joined = joinRanges(ranges);
  return (date) => {
    let [low, high] = [0, joined.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const range = joined[middle];
      if (range && range.to < date) low = middle + 1;
      else high = middle;
    }
    const range = joined[low];
    return range !== undefined && range.from <= date;
  };
}

/** Ranges in order, those that overlap as one. An open end is before, or behind, every date as text. */
function joinRanges(ranges: readonly DateRange[]): { from: string; to: string }[] {
  const sorted = ranges
    .map(({ from, to }) => ({ from: from ?? '', to: to ?? '~' }))
    .filter(({ from, to }) => from <= to)
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const joined: typeof sorted = [];
  for (const range of sorted) {
    const last = joined[joined.length - 1];
    if (!last || last.to < range.from) joined.push(range);
    else if (last.to < range.to) last.to = range.to;
  }
  return joined;
}
