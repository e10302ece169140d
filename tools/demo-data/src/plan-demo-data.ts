import { planBookings } from './bookings/plan-bookings';
import { demoPeriod } from './demo-period';
import type { DemoPlan } from './demo-plan';
import { planListingSites } from './listing-sites/plan-listing-sites';
import { planProperties } from './properties/plan-properties';
import { portfolio } from './properties/portfolio';

/**
 * Plans the demo account: a pure function, the same for the same day. Dates lie within twelve months before and after
 * it; nothing was booked later than the day before, in any time zone.
 * @param firstDay the day of the first start, yyyy-mm-dd. @throws Error when it is no calendar date.
 */
export function planDemoData(firstDay: string): DemoPlan {
  const { bookings, guests } = planBookings(portfolio, demoPeriod(firstDay));
  return { firstDay, listingSites: planListingSites(), guests, properties: planProperties(), bookings };
}
