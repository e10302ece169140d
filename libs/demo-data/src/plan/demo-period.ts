import { isCalendarDate } from '@keyhaven/contracts/shared/dates';
import { dayNumber } from '@keyhaven/stays/calendar-date';

/** The period that the demo data covers. All values are days since 1970-01-01. */
export interface DemoPeriod {
  /** Twelve months before `today`. */
  from: number;
  /** The first day of the demo: the day on which it is first started. */
  today: number;
  /** Twelve months after `today`. No departure is later than this day. */
  to: number;
}

/**
 * Returns the period that the demo data covers.
 * @param firstDay the day of the first start, yyyy-mm-dd.
 * @throws Error if `firstDay` is not a calendar date.
 */
export function demoPeriod(firstDay: string): DemoPeriod {
  if (!isCalendarDate(firstDay)) throw new Error(`${JSON.stringify(firstDay)} is not a calendar date, yyyy-mm-dd`);
  const today = dayNumber(firstDay);
  return { from: dayNumber(addYears(firstDay, -1)), today, to: dayNumber(addYears(firstDay, 1)) };
}

/**
 * Returns the same date in another year. February 29 becomes February 28 if the other year is not a
 * leap year.
 */
export function addYears(date: string, years: number): string {
  const later = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
  return isCalendarDate(later) ? later : later.replace('-02-29', '-02-28');
}

/** A range of days: `from` is included, `to` is not. */
export interface DaySpan {
  from: number;
  to: number;
}

export function overlaps(a: DaySpan, b: DaySpan): boolean {
  return a.from < b.to && b.from < a.to;
}

/** Returns the weekday of a day: 0 is Sunday, 6 is Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/**
 * Whether a day is in a yearly season, including the season's first and last day. The season may
 * span New Year. All arguments are mm-dd.
 */
export function isInSeason(day: string, { from, to }: { from: string; to: string }): boolean {
  return from <= to ? from <= day && day <= to : from <= day || day <= to;
}
