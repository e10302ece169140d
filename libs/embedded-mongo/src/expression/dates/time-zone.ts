import { LRUCache } from 'lru-cache';
import { locationError } from '../../errors/mongo-error';

const MINUTE = 60_000;
const DAY = 86_400_000;
/**
 * Offsets are cached for each quarter hour, because time zones usually change their offset at a full quarter hour. A
 * few changes since 1970 were at other times, such as 00:01 in St. John's until 2011. In the quarter hour of such a
 * change, the cached offset may be wrong.
 */
const QUARTER = 15 * MINUTE;
/**
 * The maximum number of cached zones, and of cached offsets for each zone. There are about 600
 * named zones, whose names may be written in upper or lower case. Zones such as +02:00 are cached
 * too.
 */
const MAX_ZONES = 1000;
const MAX_OFFSETS_OF_ZONE = 1000;

/**
 * A time zone. A local time is represented by a number: the UTC milliseconds at which a clock in
 * UTC would show that time.
 */
export interface TimeZone {
  /** Local time minus UTC at an instant, in milliseconds. */
  offsetAt(instant: number): number;
  name: string;
}

export const UTC: TimeZone = { offsetAt: () => 0, name: 'UTC' };
const GMT: TimeZone = { ...UTC, name: 'GMT' };
const zones = new LRUCache<string, TimeZone>({ max: MAX_ZONES });

/**
 * Finds a time zone by its offset (+02:00, -0330, +05) or its IANA name.
 * @throws MongoError 40485 if there is no such zone
 */
export function timeZone(identifier: string): TimeZone {
  if (identifier === UTC.name) return UTC;
  if (identifier === GMT.name) return GMT;
  const known = zones.get(identifier);
  if (known) return known;
  const zone = fixedOffset(identifier) ?? namedZone(identifier);
  zones.set(identifier, zone);
  return zone;
}

function fixedOffset(identifier: string): TimeZone | undefined {
  const found = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(identifier);
  if (!found) return undefined;
  const offset = (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3] ?? 0)) * MINUTE;
  return { offsetAt: () => offset, name: identifier };
}

function namedZone(identifier: string): TimeZone {
  const format = formatOf(identifier);
  const remembered = new LRUCache<number, number>({ max: MAX_OFFSETS_OF_ZONE });
  const offsetAt = (instant: number) => {
    const quarter = Math.floor(instant / QUARTER);
    const known = instant < 0 ? undefined : remembered.get(quarter);
    if (known !== undefined) return known;
    const offset = readOffset(format, instant);
    remembered.set(quarter, offset);
    return offset;
  };
  return { offsetAt, name: identifier };
}

function formatOf(identifier: string): Intl.DateTimeFormat {
  try {
    if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(identifier)) throw new RangeError(identifier);
    return new Intl.DateTimeFormat('en-US', {
      timeZone: identifier,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw locationError(40485, `unrecognized time zone identifier: "${identifier}"`);
  }
}

function readOffset(format: Intl.DateTimeFormat, instant: number): number {
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year']);
  const local = utcMilliseconds(
    year,
    Number(parts['month']) - 1,
    Number(parts['day']),
    Number(parts['hour']),
    Number(parts['minute']),
    Number(parts['second']),
  );
  return local - Math.floor(instant / 1000) * 1000;
}

/** Like Date.UTC, but the years 0 to 99 do not mean 1900 to 1999. */
export function utcMilliseconds(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  date.setUTCHours(hour, minute, second, millisecond);
  return date.getTime();
}

export function toLocal(instant: number, zone: TimeZone): number {
  return instant + zone.offsetAt(instant);
}

/**
 * Converts a local time to an instant. If the local time occurs twice, returns the earlier instant.
 * If a clock change skips the local time, moves it forward by the length of the gap.
 */
export function toInstant(local: number, zone: TimeZone): number {
  const before = zone.offsetAt(local - DAY);
  const after = zone.offsetAt(local + DAY);
  if (zone.offsetAt(local - before) === before) return local - before;
  return zone.offsetAt(local - after) === after ? local - after : local - before;
}
