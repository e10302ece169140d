import { dayNumber } from '../calendar-date';
import { WEEKDAYS, type BandMeasure, type ChargedStay, type DateRange, type Weekday } from './charge-types';

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

export function weekdayName(date: string): Weekday {
  // 1970-01-01, day 0, was a Thursday: the fourth of a week that begins on Monday.
  const index = (((dayNumber(date) + 3) % 7) + 7) % 7;
  return WEEKDAYS[index] ?? 'monday';
}

/** Whether a date lies in one of the ranges; their ends are part of them. */
export function isInRanges(date: string, ranges: readonly DateRange[]): boolean {
  return ranges.some(({ from, to }) => (from === null || from <= date) && (to === null || date <= to));
}
