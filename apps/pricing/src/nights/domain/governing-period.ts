import { dayNumber } from '@keyhaven/stays/calendar-date';
import type { Period } from './calendar-sources';

/** Lengths of yearly periods are counted in a year with a 29 February, so that each has one length. */
const LEAP_YEAR = 2024;

/** Whether a night, yyyy-mm-dd, is in a period. */
export function coversNight({ kind, from, to }: Period, night: string): boolean {
  const day = kind === 'dated' ? night : night.slice(5);
  if (kind === 'yearly' && from > to) return day >= from || day <= to;
  return day >= from && day <= to;
}

/** How many nights a period has; a yearly one is counted in a leap year. */
export function periodLength({ kind, from, to }: Period): number {
  if (kind === 'dated') return dayNumber(to) - dayNumber(from) + 1;
  const dayOfYear = (day: string) => dayNumber(`${LEAP_YEAR}-${day}`);
  return dayOfYear(to) - dayOfYear(from) + 1 + (from > to ? 366 : 0);
}

/** Sorts items by the precedence of their periods: dated before yearly, shorter before longer, then by lower id. */
export function byPrecedence<T extends { id: number; period: Period }>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, yearly: item.period.kind === 'yearly' ? 1 : 0, length: periodLength(item.period) }))
    .sort((a, b) => a.yearly - b.yearly || a.length - b.length || a.item.id - b.item.id)
    .map(({ item }) => item);
}
