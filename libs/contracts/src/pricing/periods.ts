import { z } from 'zod';
import { isCalendarDate } from '../shared/dates';
import { idInput } from '../shared/inputs';

const message = 'expected a date, yyyy-mm-dd, or a day of every year, mm-dd';

/**
 * The first or last night of a period: yyyy-mm-dd, or mm-dd for a period that repeats every year. The day 02-29 occurs
 * only in leap years.
 */
export const periodDay = z
  .string({ error: message })
  .refine((text) => isCalendarDate(text) || isCalendarDate(`2024-${text}`), { error: message })
  .meta({ example: '06-15' });

/** Whether the day has the form mm-dd, so that the period repeats every year. */
export function isYearlyDay(day: string): boolean {
  return day.length === 'mm-dd'.length;
}

/** The maximum length of a period whose dates have a year (yyyy-mm-dd), in nights. */
const MAX_PERIOD_NIGHTS = 3660;
const DAY_MS = 86_400_000;

/**
 * Returns why two days do not form a valid period; undefined if they do. Yearly periods may span
 * the turn of the year.
 */
export function periodFault(from: string, to: string): string | undefined {
  if (isYearlyDay(from) !== isYearlyDay(to)) {
    return `to: ${to} does not go with from ${from}; expected two dates, yyyy-mm-dd, or two days of every year, mm-dd`;
  }
  if (isYearlyDay(from)) return undefined;
  if (to < from) return `to: ${to} must be on or after from ${from}`;
  const nights = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (nights > MAX_PERIOD_NIGHTS) return `to: ${to} makes ${nights} nights; at most ${MAX_PERIOD_NIGHTS} are accepted`;
  return undefined;
}

/** The maximum number of properties that a season or holiday may list. Null means all properties. */
const MAX_SCOPE = 1000;

/** The properties that a record applies to. Null means all properties of the account. */
export const propertyScopeInput = z
  .array(idInput)
  .min(1, { error: 'expected at least one property; null means all' })
  .max(MAX_SCOPE, { error: `expected at most ${MAX_SCOPE} properties; null means all` })
  .transform((ids) => [...new Set(ids)].sort((a, b) => a - b))
  .nullable();
