import { addDays } from '@keyhaven/stays/calendar-date';
import { instantOfLocalTime } from '@keyhaven/stays/local-time';
import { type ClockSettings, nightsValidUntil } from './nights-valid-until';

/**
 * The next time at which the nights of a property change without a write: the cutoff time for same-day arrivals,
 * midnight, or a change of the time zone's offset, whichever is first. If the day of `unrecordedFrom` has already
 * ended, returns the past time at which this day ended.
 * @param unrecordedFrom the first night that is not in the rate history, yyyy-mm-dd.
 */
export function nextClockChange(unrecordedFrom: string, property: ClockSettings, now: Date, timeZone: string): Date {
  const ends = instantOfLocalTime({ date: addDays(unrecordedFrom, 1), time: '00:00' }, timeZone);
  return ends <= now ? ends : nightsValidUntil({ property, occupancies: [] }, now, timeZone);
}
