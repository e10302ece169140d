import { instantsOfLocalTime, localTimeAt, nextLocalMidnight, nextOffsetChange } from '@keyhaven/stays/local-time';
import type { Occupancy, PricingInputs } from './calendar-sources';

/** The records that still occupy their nights at an instant: a hold ends with the second that it names. */
export function occupanciesAt(occupancies: readonly Occupancy[], instant: Date): Occupancy[] {
  return occupancies.filter(({ expiresUtc }) => expiresUtc === null || expiresUtc > instant);
}

/**
 * Until when nights that were computed at an instant stay as they are while nothing is written: the first of midnight at
 * the property, the end of arrivals on the same day, a change of its clocks, and the end of a hold. Clocks that are put
 * back show times again that were over.
 * @param timeZone the IANA time zone of the property, else of its user.
 */
export function nightsValidUntil(
  { property, occupancies }: Pick<PricingInputs, 'property' | 'occupancies'>,
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
