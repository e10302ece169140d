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
  return { from: sameDayOfYear(firstDay, -1), today, to: sameDayOfYear(firstDay, 1) };
}

/** Returns the same date in another year. February 29 becomes February 28 in other than leap years. */
function sameDayOfYear(date: string, years: number): number {
  const later = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
  return dayNumber(isCalendarDate(later) ? later : later.replace('-02-29', '-02-28'));
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

/** The month of a day: 1 is January. */
export function monthOf(day: number): number {
  return new Date(day * 86_400_000).getUTCMonth() + 1;
}
