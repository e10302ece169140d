import { LRUCache } from 'lru-cache';

/**
 * Formats of dates and times on pages, in English. The day comes before the month. The month is a
 * word, so that nobody can confuse the day and the month.
 */

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a calendar date: Mon, 1 July 2030. @param date yyyy-mm-dd */
export function formatDate(date: string): string {
  return dateFormat.format(new Date(`${date}T00:00:00Z`));
}

/**
 * Makes a cache of formats by time zone, because creating a format takes far longer than using it.
 * The size is limited, because a time zone can be written in several ways.
 */
const formatsByZone = (options: Intl.DateTimeFormatOptions) =>
  new LRUCache<string, Intl.DateTimeFormat>({
    max: 100,
    memoMethod: (timeZone) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone }),
  });

const instantFormats = formatsByZone({ dateStyle: 'long', timeStyle: 'short' });

/** Formats an instant in a time zone, without the name of the zone: 1 July 2030 at 14:05. */
export function formatInstant(instant: Date | string, timeZone: string): string {
  return instantFormats.memo(timeZone).format(new Date(instant));
}

const secondFormats = formatsByZone({ dateStyle: 'medium', timeStyle: 'medium' });

/** Formats an instant with seconds, for logs: 1 Jul 2030, 14:05:09. */
export function formatSecond(instant: Date | string, timeZone: string): string {
  return secondFormats.memo(timeZone).format(new Date(instant));
}

const agoFormat = new Intl.RelativeTimeFormat('en');
const agoUnits = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const;

/**
 * Formats an instant relative to the current time, in whole units of elapsed time: 3 minutes ago, in 2 days. The word
 * "yesterday" is not used: 47 hours are one whole day, but 47 hours ago can be the day before yesterday.
 */
export function formatAgo(instant: Date | string, now: Date): string {
  let value = (new Date(instant).getTime() - now.getTime()) / 1000;
  if (Math.abs(value) < 1) return 'now';
  for (const [unit, perNext] of agoUnits) {
    if (Math.abs(value) < perNext) return agoFormat.format(Math.trunc(value), unit);
    value /= perNext;
  }
  return agoFormat.format(Math.trunc(value), 'year');
}
