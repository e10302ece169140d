import { LRUCache } from 'lru-cache';

/** Dates and times on pages, in English. The day comes before the month, which is a word, so no date can be misread. */

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A calendar date: Mon, 1 July 2030. @param date YYYY-MM-DD */
export function formatDate(date: string): string {
  return dateFormat.format(new Date(`${date}T00:00:00Z`));
}

/**
 * Keeps the formats of time zones, because making one takes far longer than using it. A time zone has
 * several names, so their number is limited.
 */
const formatsByZone = (options: Intl.DateTimeFormatOptions) =>
  new LRUCache<string, Intl.DateTimeFormat>({
    max: 100,
    memoMethod: (timeZone) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone }),
  });

const instantFormats = formatsByZone({ dateStyle: 'long', timeStyle: 'short' });

/** A moment in a time zone, without the zone's name: 1 July 2030 at 14:05. */
export function formatInstant(instant: Date | string, timeZone: string): string {
  return instantFormats.memo(timeZone).format(new Date(instant));
}

const secondFormats = formatsByZone({ dateStyle: 'medium', timeStyle: 'medium' });

/** A moment to the second, for logs: 1 Jul 2030, 14:05:09. */
export function formatSecond(instant: Date | string, timeZone: string): string {
  return secondFormats.memo(timeZone).format(new Date(instant));
}

const agoFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const agoUnits = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const;

/** How long ago something was, or how far ahead it is: 3 minutes ago, in 2 days. */
export function formatAgo(instant: Date | string, now: Date): string {
  let value = (new Date(instant).getTime() - now.getTime()) / 1000;
  for (const [unit, perNext] of agoUnits) {
    if (Math.abs(value) < perNext) return agoFormat.format(Math.trunc(value), unit);
    value /= perNext;
  }
  return agoFormat.format(Math.trunc(value), 'year');
}
