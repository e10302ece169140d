import { dayNumber } from '@keyhaven/stays/calendar-date';
import { addYears, type DaySpan } from './demo-period';
import type { PortfolioEntry } from './portfolio';

/**
 * The stay that the first pages of the documents book. Its nights are free in every demo account, so that readers can
 * book it. The same nights of later years are free for later readers.
 */
export const SHOWN_STAY = { property: 'larkspur-house', arrival: '2027-06-09', departure: '2027-06-12' } as const;

/** How many later years are kept free. */
const LATER_YEARS = 20;

const stays = Array.from({ length: LATER_YEARS + 1 }, (_, years) => ({
  arrival: addYears(SHOWN_STAY.arrival, years),
  departure: addYears(SHOWN_STAY.departure, years),
}));

/** Keep one more night free on each side, because a property may require a gap between two stays. */
const shownDays: readonly DaySpan[] = stays.map(({ arrival, departure }) => ({
  from: dayNumber(arrival) - 1,
  to: dayNumber(departure) + 1,
}));

/** Returns the days that stay free at a property: those of the shown stays, at their house and its rooms. */
export function daysKeptFree({ key, partOf }: PortfolioEntry): readonly DaySpan[] {
  return key === SHOWN_STAY.property || partOf === SHOWN_STAY.property ? shownDays : [];
}

/** Returns the first shown stay that arrives after a day. @param day yyyy-mm-dd. */
export function shownStayAfter(day: string): { arrival: string; departure: string } {
  const next = stays.find(({ arrival }) => arrival > day);
  if (!next) throw new Error(`no shown stay arrives after ${day}; change SHOWN_STAY`);
  return next;
}
