import { instantsOfLocalTime, localTimeAt, nextLocalMidnight, nextOffsetChange } from '@keyhaven/stays/local-time';
import type { Occupancy, CalendarSources } from './calendar-sources';

/** The records that still occupy their nights at an instant: a hold expires at the second that it names. */
export function occupanciesAt(occupancies: readonly Occupancy[], instant: Date): Occupancy[] {
  return occupancies.filter(({ expiresUtc }) => expiresUtc === null || expiresUtc > instant);
}

/**
 * Until when nights computed at an instant stay valid if nothing is written: the first of midnight at the property, the
 * end of same-day arrivals, a change of its clocks, and the expiry of a hold. A change of clocks counts because it can
 * repeat an hour in which same-day arrivals had already ended.
 * @param timeZone the IANA time zone of the property, or else of its account.
 */
export function nightsValidUntil(
  { property, occupancies }: Pick<CalendarSources, 'property' | 'occupancies'>,
  instant: Date,
  timeZone: string,
): Date {
  const midnight = nextLocalMidnight(instant, timeZone);
  const clockChange = nextOffsetChange(instant, midnight, timeZone);
  const ends = [
    midnight,
    ...(clockChange ? [clockChange] : []),
    ...occupancies.flatMap(({ expiresUtc }) => expiresUtc ?? []),
  ];
  if (property.advanceNoticeDays === 0 && property.sameDayUntil !== null) {
    const { date } = localTimeAt(instant, timeZone);
    ends.push(...instantsOfLocalTime({ date, time: property.sameDayUntil }, timeZone));
  }
  const toCome = ends.map((end) => end.getTime()).filter((end) => end > instant.getTime());
  return new Date(Math.min(...toCome));
}
