import { z } from 'zod';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The first and the last date that the platform accepts. */
export const [FIRST_DATE, LAST_DATE] = ['1900-01-01', '2199-12-31'];

/** Whether a text is an existing date in the form yyyy-mm-dd, from 1900 to 2199. 2026-02-30 does not exist. */
export function isCalendarDate(text: string): boolean {
  const parts = datePattern.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  if (text < FIRST_DATE || text > LAST_DATE) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A date without a time, for arrival, departure and nights. */
export const calendarDate = z
  .string({ error: 'expected a calendar date, yyyy-mm-dd' })
  .refine(isCalendarDate, { error: 'expected a calendar date that exists, yyyy-mm-dd, without a time' })
  .meta({ format: 'date', example: '2026-07-01', description: 'Calendar date, `yyyy-mm-dd`, without a time.' });

/** A time of day, HH:mm. */
export const timeOfDay = z
  .string({ error: 'expected a time of day, HH:mm' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'expected a time of day, HH:mm' })
  .meta({ example: '16:00', description: 'Local time of day at the property, `HH:mm`.' });
