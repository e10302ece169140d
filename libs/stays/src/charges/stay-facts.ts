import { dayNumber, weekdayOf } from '../calendar-date';
import {
  WEEKDAYS,
  type BandMeasure,
  type ChargedStay,
  type DateRange,
  type PricedNight,
  type Weekday,
} from './charge-types';

/**
 * The date of the first night.
 * @throws RangeError for a stay without nights.
 */
export function arrivalOf(stay: ChargedStay): string {
  const [first] = stay.nights;
  if (!first) throw new RangeError('a stay must have at least one night to calculate its charges');
  return first.date;
}

/**
 * Returns the number that a criterion or a band checks, such as the number of guests. Infants and
 * pets are not guests.
 */
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

/** Caches the weekday of each night, because thousands of definitions may check the same night. */
const weekdays = new WeakMap<PricedNight, Weekday>();

/** The weekday of a night. */
export function weekdayName(night: PricedNight): Weekday {
  const known = weekdays.get(night);
  if (known) return known;
  const found = WEEKDAYS[(weekdayOf(night.date) + 6) % 7] ?? 'sunday';
  weekdays.set(night, found);
  return found;
}

/** Whether a date is in one of the ranges, both ends included. */
export function isInRanges(date: string, ranges: readonly DateRange[]): boolean {
  return ranges.some(({ from, to }) => (from === null || from <= date) && (to === null || date <= to));
}

/**
 * Like `isInRanges`, but uses binary search, which is faster for many dates and ranges.
 * @returns a function that returns whether a date is in one of the ranges.
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

/**
 * Sorts ranges, and merges those that overlap. Open ends are replaced by texts that sort before or
 * after every date.
 */
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
