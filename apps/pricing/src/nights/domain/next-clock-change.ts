import { addDays } from '@keyhaven/stays/calendar-date';
import { instantOfLocalTime } from '@keyhaven/stays/local-time';
import { type ClockSettings, nightsValidUntil } from './nights-valid-until';

/**
 * When time alone next changes the nights of a property. If the first night not yet recorded in the rate history has
 * already ended, returns that past instant. Otherwise returns the end of same-day arrivals, midnight, or a change of
 * the time zone's offset, whichever is first.
 * @param unrecordedFrom the first unrecorded night, yyyy-mm-dd.
 */
export function nextClockChange(unrecordedFrom: string, property: ClockSettings, now: Date, timeZone: string): Date {
  const ends = instantOfLocalTime({ date: addDays(unrecordedFrom, 1), time: '00:00' }, timeZone);
  return ends <= now ? ends : nightsValidUntil({ property, occupancies: [] }, now, timeZone);
}
