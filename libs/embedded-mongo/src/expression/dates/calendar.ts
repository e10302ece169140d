import { utcMilliseconds } from './time-zone';

export const DAY = 86_400_000;

/** The calendar fields of a local time (given as UTC milliseconds). */
export interface CalendarParts {
  year: number;
  /** 1 to 12. */
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

/** 0 is Sunday. */
export function weekday(local: number): number {
  return new Date(local).getUTCDay();
}

/** 1 is Monday, 7 is Sunday. */
export function isoWeekday(local: number): number {
  return weekday(local) || 7;
}

/** 1 is January 1st. */
export function dayOfYear(local: number): number {
  return Math.floor((local - utcMilliseconds(new Date(local).getUTCFullYear(), 0, 1)) / DAY) + 1;
}

/** Weeks begin on Sunday; the days before the first Sunday are week 0. */
export function weekOfYear(local: number): number {
  return Math.floor((dayOfYear(local) + 6 - weekday(local)) / 7);
}

/** ISO 8601: weeks begin on Monday, and week 1 contains the year's first Thursday. */
export function isoWeek(local: number): { year: number; week: number } {
  const thursday = local + (4 - isoWeekday(local)) * DAY;
  return { year: new Date(thursday).getUTCFullYear(), week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 };
}
