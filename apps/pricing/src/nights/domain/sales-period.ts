import { addDays } from '@keyhaven/stays/calendar-date';
import type { CalendarSources } from './calendar-sources';

type SalesSources = Pick<CalendarSources, 'now' | 'property'>;

/** The first date on which a guest may arrive, given the advance notice and the time of day. */
export function earliestArrival({ now, property }: SalesSources): string {
  const { advanceNoticeDays, sameDayUntil } = property;
  const isTooLateToday = advanceNoticeDays === 0 && sameDayUntil !== null && now.time >= sameDayUntil;
  return addDays(now.date, isTooLateToday ? 1 : advanceNoticeDays);
}

/**
 * The last night that can be sold. It is in the past if no night can be sold, and null if the booking window has no
 * end.
 */
export function lastNightOfWindow({ now, property }: SalesSources): string | null {
  return property.bookingWindowDays === null ? null : addDays(now.date, property.bookingWindowDays - 1);
}
