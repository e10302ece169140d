import { dayNumber } from '@keyhaven/stays/calendar-date';
import { addYears, type DaySpan } from './demo-period';
import type { PortfolioEntry } from './portfolio';

/**
 * The example stay that is booked on the first pages of the documentation. Its nights are free in
 * every demo account, so that readers can really book it. The same dates of later years are also
 * free, for later readers.
 */
export const SHOWN_STAY = { property: 'larkspur-house', arrival: '2027-06-09', departure: '2027-06-12' } as const;

/** The number of later years in which the same dates are free. */
const LATER_YEARS = 20;

const stays = Array.from({ length: LATER_YEARS + 1 }, (_, years) => ({
  arrival: addYears(SHOWN_STAY.arrival, years),
  departure: addYears(SHOWN_STAY.departure, years),
}));

/**
 * The days to keep free. One more night on each side is included, because the property may require
 * a gap between two stays.
 */
const shownDays: readonly DaySpan[] = stays.map(({ arrival, departure }) => ({
  from: dayNumber(arrival) - 1,
  to: dayNumber(departure) + 1,
}));

/**
 * Returns the days that must stay free at a property. Empty unless it is the house of the example
 * stay, or one of its rooms.
 */
export function daysKeptFree({ key, partOf }: PortfolioEntry): readonly DaySpan[] {
  return key === SHOWN_STAY.property || partOf === SHOWN_STAY.property ? shownDays : [];
}

/**
 * Returns the first example stay whose arrival is after a day.
 * @param day yyyy-mm-dd.
 * @throws Error if all example stays are over.
 */
export function shownStayAfter(day: string): { arrival: string; departure: string } {
  const next = stays.find(({ arrival }) => arrival > day);
  if (!next) throw new Error(`no shown stay arrives after ${day}; change SHOWN_STAY`);
  return next;
}
