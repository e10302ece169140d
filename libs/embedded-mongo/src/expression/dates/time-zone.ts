import { LRUCache } from 'lru-cache';
import { locationError } from '../../errors/mongo-error';

const MINUTE = 60_000;
const DAY = 86_400_000;
const QUARTER = 15 * MINUTE;
/** The last date that JavaScript supports, in milliseconds since 1970. */
const LAST_INSTANT = 8.64e15;
/**
 * The maximum number of cached zones. There are about 600 named zones, whose names may be written in
 * upper or lower case. Zones such as +02:00 are cached too.
 */
const MAX_ZONES = 1000;
/** The maximum number of cached offsets of one zone. Each is the offset of a day, or of a quarter hour. */
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

/**
 * A zone whose offsets are cached for whole days, and on the few days with a clock change for quarter hours. A few
 * changes are not at a full quarter hour, such as those at 00:01 in St. John's until 2011. In the quarter hour of such
 * a change, no offset is cached.
 */
function namedZone(identifier: string): TimeZone {
  const format = formatOf(identifier);
  const read = (instant: number) => readOffset(format, instant);
  const ofDay = constantOffsets(DAY, read);
  const ofQuarter = constantOffsets(QUARTER, read);
  return { offsetAt: (instant) => ofDay(instant) ?? ofQuarter(instant) ?? read(instant), name: identifier };
}

/**
 * Caches the offsets of periods without a clock change. Returns undefined for an instant in a period with a change. No
 * zone has two changes in one day, so a period whose two ends have the same offset has no change.
 */
function constantOffsets(length: number, read: TimeZone['offsetAt']): (instant: number) => number | undefined {
  const cached = new LRUCache<number, { offset: number | undefined }>({ max: MAX_OFFSETS_OF_ZONE });
  return (instant) => {
    const period = Math.floor(instant / length);
    let known = cached.get(period);
    if (!known) {
      const offset = read(period * length);
      const end = Math.min((period + 1) * length, LAST_INSTANT);
      known = { offset: read(end) === offset ? offset : undefined };
      cached.set(period, known);
    }
    return known.offset;
  };
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
  // Read the text, such as "7/1/2025 AD, 14:00:00", because formatToParts takes several times as long.
  const text = format.format(instant);
  const [month = NaN, day = NaN, year = NaN, hour, minute, second] = (text.match(/\d+/g) ?? []).map(Number);
  const local = utcMilliseconds(text.includes('BC') ? 1 - year : year, month - 1, day, hour, minute, second);
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
