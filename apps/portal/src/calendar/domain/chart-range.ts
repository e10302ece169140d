import { isCalendarDate } from '@keyhaven/contracts/shared/dates';
import { addDays } from '@keyhaven/stays/calendar-date';

/** The days that a chart shows. */
export interface ChartRange {
  /** The first day, YYYY-MM-DD. */
  from: string;
  /** The number of days. */
  days: number;
}

/** The lengths that a person can choose, in days. The API returns at most 90 days of a calendar. */
export const chartLengths = [14, 28, 56] as const;
const DEFAULT_DAYS = 28;

/** Returns the range that a query requests. Missing and invalid values are replaced by defaults. */
export function chartRange(query: URLSearchParams, today: string): ChartRange {
  const from = query.get('from') ?? '';
  const days = Number(query.get('days'));
  return {
    from: isShownDate(from) ? from : today,
    days: chartLengths.find((length) => length === days) ?? DEFAULT_DAYS,
  };
}

/** Returns a range that begins some days later (or earlier, if `by` is negative). */
export function moveRange({ from, days }: ChartRange, by: number): ChartRange {
  return { from: addDays(from, by), days };
}

export function lastDay({ from, days }: ChartRange): string {
  return addDays(from, days - 1);
}

/**
 * Whether the chart can show a date. Very distant dates are excluded, because the previous or the
 * next chart would contain dates that are not supported.
 */
export function isShownDate(text: string): boolean {
  return isCalendarDate(text) && text >= '1990-01-01' && text <= '2199-01-01';
}
