import { utcMilliseconds } from './time-zone';

export const DAY = 86_400_000;

/**
 * The calendar fields of a local time. In this file, a local time is a number: the UTC milliseconds
 * at which a clock in UTC would show that time.
 */
export interface CalendarParts {
  year: number;
  /** The month, from 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

export function calendarParts(local: number): CalendarParts {
  const date = new Date(local);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
}

/** The day of the week. 0 is Sunday. */
export function weekday(local: number): number {
  return new Date(local).getUTCDay();
}

/** The day of the week. 1 is Monday, 7 is Sunday. */
export function isoWeekday(local: number): number {
  return weekday(local) || 7;
}

/** The day of the year. 1 is January 1st. */
export function dayOfYear(local: number): number {
  return Math.floor((local - utcMilliseconds(new Date(local).getUTCFullYear(), 0, 1)) / DAY) + 1;
}

/**
 * The number of the week in the year. Weeks begin on Sunday. The days before the first Sunday are
 * in week 0.
 */
export function weekOfYear(local: number): number {
  return Math.floor((dayOfYear(local) + 6 - weekday(local)) / 7);
}

/**
 * The ISO 8601 week, and the year to which this week belongs. Weeks begin on Monday, and week 1
 * contains the first Thursday of the year.
 */
export function isoWeek(local: number): { year: number; week: number } {
  const thursday = local + (4 - isoWeekday(local)) * DAY;
  return { year: new Date(thursday).getUTCFullYear(), week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 };
}
