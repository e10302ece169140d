const DAY_MS = 86_400_000;

/** Days since 1970-01-01 of a calendar date, yyyy-mm-dd. The text must be a date that exists. */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

/** The calendar date, yyyy-mm-dd, of a number of days since 1970-01-01. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The date a number of days later; earlier when it is negative. */
export function addDays(date: string, days: number): string {
  return dateOfDay(dayNumber(date) + days);
}

/** A day of the week: 0 is Sunday, 6 is Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The day of the week of a calendar date. */
export function weekdayOf(date: string): Weekday {
  return new Date(dayNumber(date) * DAY_MS).getUTCDay() as Weekday;
}
