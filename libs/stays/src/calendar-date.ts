const DAY_MS = 86_400_000;

/**
 * The number of days from 1970-01-01 to a calendar date in the form yyyy-mm-dd. The date must
 * exist.
 */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

/** The calendar date (yyyy-mm-dd) that is the given number of days after 1970-01-01. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Adds days to a date. A negative number gives an earlier date. */
export function addDays(date: string, days: number): string {
  return dateOfDay(dayNumber(date) + days);
}

/** The day of the week of a date, from 0 (Sunday) to 6 (Saturday). */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export function weekdayOf(date: string): Weekday {
  return new Date(dayNumber(date) * DAY_MS).getUTCDay() as Weekday;
}
