import { addDays } from './calendar-date';

/** What a clock and a calendar at a place show: the date, yyyy-mm-dd, and the time of day, HH:mm. */
export interface LocalTime {
  date: string;
  time: string;
}

const DAY_MS = 86_400_000;

/** Making a format costs far more than using it. There are some 600 zones, and names in any case: beyond this, afresh. */
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

/** The local date and time as if it were UTC, in milliseconds; whole seconds. */
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
 * The date and the time of day at an instant in an IANA time zone.
 * @throws RangeError for a zone that does not exist.
 */
export function localTimeAt(instant: Date, timeZone: string): LocalTime {
  const local = new Date(localMs(instant.getTime(), timeZone)).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

/**
 * The instants at which a clock in an IANA time zone shows a date and a time of day, in order: one as a rule, two where
 * the clock is put back over it. Where it is put forward over it, or a whole day is left out, the one instant from which
 * it shows something later.
 */
export function instantsOfLocalTime({ date, time }: LocalTime, timeZone: string): Date[] {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  // No zone is further than a day from UTC, and none changes its offset twice within the two days around.
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
 * The first instant at which a clock in an IANA time zone shows a date and a time of day; the first at which it shows
 * something later where the clock is put forward over it.
 */
export function instantOfLocalTime(local: LocalTime, timeZone: string): Date {
  return instantsOfLocalTime(local, timeZone)[0]!;
}

/**
 * The first instant after one and up to another from which clocks in an IANA time zone have another offset; undefined
 * where there is none.
 * @param until at most two days later: no zone changes its offset twice within these.
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

/** The first instant after the given one at which a day begins in an IANA time zone. */
export function nextLocalMidnight(instant: Date, timeZone: string): Date {
  const { date } = localTimeAt(instant, timeZone);
  const midnights = instantsOfLocalTime({ date: addDays(date, 1), time: '00:00' }, timeZone);
  // Clocks put back just after midnight show it twice: between the two, the second one is still to come.
  return midnights.find((midnight) => midnight > instant)!;
}
