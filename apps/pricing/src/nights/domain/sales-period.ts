import { addDays } from '@keyhaven/stays/calendar-date';
import type { PricingInputs } from './calendar-sources';

type SalesInputs = Pick<PricingInputs, 'now' | 'property'>;

/** The first date on which a guest may arrive, by the advance notice and, for today, the time of day. */
export function earliestArrival({ now, property }: SalesInputs): string {
  const { advanceNoticeDays, sameDayUntil } = property;
  const isTooLateToday = advanceNoticeDays === 0 && sameDayUntil !== null && now.time >= sameDayUntil;
  return addDays(now.date, isTooLateToday ? 1 : advanceNoticeDays);
}

/** The last night that can be sold, before today when not one can; null when the booking window has no end. */
export function lastNightOfWindow({ now, property }: SalesInputs): string | null {
  return property.bookingWindowDays === null ? null : addDays(now.date, property.bookingWindowDays - 1);
}
