import { addDays } from '@keyhaven/stays/calendar-date';
import { instantOfLocalTime } from '@keyhaven/stays/local-time';

/** When the day of a night ends in a time zone. @param night yyyy-mm-dd. */
export function endOfNight(night: string, timeZone: string): Date {
  return instantOfLocalTime({ date: addDays(night, 1), time: '00:00' }, timeZone);
}
