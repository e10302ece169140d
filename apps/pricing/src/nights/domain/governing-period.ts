import { dayNumber } from '@keyhaven/stays/calendar-date';
import type { Period } from './calendar-sources';

/** Yearly periods are measured in a leap year, so that their length does not depend on the year. */
const LEAP_YEAR = 2024;

/** Whether a period contains a night (yyyy-mm-dd). */
export function coversNight({ kind, from, to }: Period, night: string): boolean {
  const day = kind === 'dated' ? night : night.slice(5);
  if (kind === 'yearly' && from > to) return day >= from || day <= to;
  return day >= from && day <= to;
}

/** The number of nights in a period. A yearly one is measured in a leap year. */
export function periodLength({ kind, from, to }: Period): number {
  if (kind === 'dated') return dayNumber(to) - dayNumber(from) + 1;
  const dayOfYear = (day: string) => dayNumber(`${LEAP_YEAR}-${day}`);
  return dayOfYear(to) - dayOfYear(from) + 1 + (from > to ? 366 : 0);
}

/**
 * Sorts items by the precedence of their periods: dated before yearly, then shorter before longer, then by lower id.
 */
export function byPrecedence<T extends { id: number; period: Period }>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, yearly: item.period.kind === 'yearly' ? 1 : 0, length: periodLength(item.period) }))
    .sort((a, b) => a.yearly - b.yearly || a.length - b.length || a.item.id - b.item.id)
    .map(({ item }) => item);
}
