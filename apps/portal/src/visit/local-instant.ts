import { isCalendarDate } from '@keyhaven/contracts/shared/dates';
import { instantOfLocalTime } from '@keyhaven/stays/local-time';

/**
 * Converts the local time in a datetime-local field to an instant, in the form that the API accepts. Any other text is
 * returned unchanged, so that the API refuses it.
 */
export function instantOf(entered: string, timeZone: string): string {
  const [, date = '', time = '', seconds = '00'] =
    /^([\d-]{10})T((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d))?$/.exec(entered) ?? [];
  if (!isCalendarDate(date)) return entered;
  const minute = instantOfLocalTime({ date, time }, timeZone);
  return new Date(minute.getTime() + Number(seconds) * 1000).toISOString();
}
