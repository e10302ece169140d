import { addDays } from './calendar-date';

/** A local date (yyyy-mm-dd) and time of day (HH:mm). */
export interface LocalTime {
  date: string;
  time: string;
}

const DAY_MS = 86_400_000;

/**
 * The maximum number of cached formats. Creating a format takes far longer than using it. There are
 * about 600 time zones, but clients may write the names of the zones in upper or lower case. A full
 * cache is cleared. This library imports no packages, so it cannot use lru-cache.
 */
const MAX_FORMATS = 1000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    if (formats.size >= MAX_FORMATS) formats.clear();
    const twoDigits = {
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    } as const;
    format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', year: 'numeric', ...twoDigits });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * The local date and time at an instant, as a number: the time in milliseconds at which a clock in
 * UTC shows the same date and time. Fractions of a second are dropped.
 */
function localMs(instantMs: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * Returns the local date and time of day at an instant in an IANA time zone.
 * @throws RangeError if the zone does not exist.
 */
export function localTimeAt(instant: Date, timeZone: string): LocalTime {
  const local = new Date(localMs(instant.getTime(), timeZone)).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

/**
 * Finds the instants at which local clocks in an IANA time zone show a date and time, in order.
 * Usually there is one. There are two if clocks are put back over that time. If the time is
 * skipped, by a clock change or because the zone left out a whole day, returns only the first
 * instant after the gap.
 */
export function instantsOfLocalTime({ date, time }: LocalTime, timeZone: string): Date[] {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  // The offset of a zone is always less than a day, and no zone changes it twice within two days.
  const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((around) => localMs(around, timeZone) - around);
  const exact = [...new Set(offsets)]
    .map((offset) => wanted - offset)
    .filter((instant) => localMs(instant, timeZone) === wanted)
    .sort((a, b) => a - b);
  if (exact.length > 0) return exact.map((instant) => new Date(instant));
  let [before, after] = [wanted - DAY_MS, wanted + DAY_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localMs(middle, timeZone) < wanted) before = middle;
    else after = middle;
  }
  return [new Date(after)];
}

/**
 * Finds the first instant at which local clocks in an IANA time zone show a date and time. If the
 * time is skipped, returns the first instant after the gap.
 */
export function instantOfLocalTime(local: LocalTime, timeZone: string): Date {
  return instantsOfLocalTime(local, timeZone)[0]!;
}

/**
 * Finds the first instant after `instant`, up to `until`, at which the offset of an IANA time zone
 * changes. Undefined if there is none.
 * @param until at most two days after `instant`, because no zone changes its offset twice within
 * two days.
 */
export function nextOffsetChange(instant: Date, until: Date, timeZone: string): Date | undefined {
  const offsetAt = (second: number) => localMs(second * 1000, timeZone) - second * 1000;
  let [before, after] = [instant, until].map((at) => Math.floor(at.getTime() / 1000)) as [number, number];
  const offset = offsetAt(before);
  if (offsetAt(after) === offset) return undefined;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === offset) before = middle;
    else after = middle;
  }
  return new Date(after * 1000);
}

/** Finds the first instant after the given one at which it is midnight in an IANA time zone. */
export function nextLocalMidnight(instant: Date, timeZone: string): Date {
  const { date } = localTimeAt(instant, timeZone);
  const midnights = instantsOfLocalTime({ date: addDays(date, 1), time: '00:00' }, timeZone);
  // If clocks are put back just after midnight, midnight occurs twice. Between the two, the next
  // midnight is the second one.
  return midnights.find((midnight) => midnight > instant)!;
}
