import { instantsOfLocalTime, localTimeAt, nextLocalMidnight, nextOffsetChange } from '@keyhaven/stays/local-time';
import type { Occupancy, PropertySettings } from './calendar-sources';

/** The settings that make the nights of a property depend on the time of day. */
export type ClockSettings = Pick<PropertySettings, 'advanceNoticeDays' | 'sameDayUntil'>;

/**
 * Returns the records that occupy their nights at this instant. A hold expires exactly at its
 * `expiresUtc`.
 */
export function occupanciesAt(occupancies: readonly Occupancy[], instant: Date): Occupancy[] {
  return occupancies.filter(({ expiresUtc }) => expiresUtc === null || expiresUtc > instant);
}

/**
 * Returns until when computed nights stay valid if nothing is written: midnight at the property, the cutoff time for
 * same-day arrivals, a change of the offset of the time zone, or the expiry of a hold, whichever is first. When clocks
 * are set back, the cutoff time can occur twice on a day.
 * @param timeZone the IANA time zone of the property, or else of its account.
 */
export function nightsValidUntil(
  { property, occupancies }: { property: ClockSettings; occupancies: readonly Occupancy[] },
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
