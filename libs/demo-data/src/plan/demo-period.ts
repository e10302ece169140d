import { isCalendarDate } from '@keyhaven/contracts/shared/dates';
import { dayNumber } from '@keyhaven/stays/calendar-date';

/** The time that the demo data covers, in days since 1970-01-01. */
export interface DemoPeriod {
  /** Twelve months before the first day. */
  from: number;
  /** The day of the first start. */
  today: number;
  /** Twelve months after the first day. The last departure is at most on this day. */
  to: number;
}

/**
 * Returns the period that the demo data covers.
 * @param firstDay yyyy-mm-dd.
 * @throws Error for anything else.
 */
export function demoPeriod(firstDay: string): DemoPeriod {
  if (!isCalendarDate(firstDay)) throw new Error(`${JSON.stringify(firstDay)} is not a calendar date, yyyy-mm-dd`);
  const today = dayNumber(firstDay);
  return { from: dayNumber(addYears(firstDay, -1)), today, to: dayNumber(addYears(firstDay, 1)) };
}

/** Returns the same date in another year. February 29 becomes February 28 in other than leap years. */
export function addYears(date: string, years: number): string {
  const later = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
  return isCalendarDate(later) ? later : later.replace('-02-29', '-02-28');
}

/** A range of days, including `from` but not `to`. */
export interface DaySpan {
  from: number;
  to: number;
}

export function overlaps(a: DaySpan, b: DaySpan): boolean {
  return a.from < b.to && b.from < a.to;
}

/** The weekday of a day: 0 is Sunday, 6 is Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Whether a day of the year is in a yearly season, which may span the turn of the year. All are mm-dd. */
export function isInSeason(day: string, { from, to }: { from: string; to: string }): boolean {
  return from <= to ? from <= day && day <= to : from <= day || day <= to;
}
