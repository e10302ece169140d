import { planBookings } from './bookings/plan-bookings';
import { planQuotes } from './bookings/plan-quotes';
import listingSites from './data/listing-sites.json';
import { demoPeriod } from './plan/demo-period';
import type { DemoPlan } from './plan/demo-plan';
import { planFees } from './fees/plan-fees';
import { chargeBookings } from './finance/charge-bookings';
import { planMoney } from './finance/plan-money';
import { owners } from './guests/invite-guests';
import { planProperties } from './plan-properties';
import { planThreads } from './plan-threads';
import { planHolidays, planPropertyPricing, planSeasons } from './pricing/plan-pricing';
import { planSpotRates } from './pricing/plan-spot-rates';

/**
 * Plans the demo account. The result depends only on `firstDay`. All dates are within twelve months before and after
 * this day. All bookings were made before this day began in any time zone.
 * @param firstDay the first day of the demo: the day on which it is first started, yyyy-mm-dd.
 * @throws Error if `firstDay` is not a calendar date.
 */
export function planDemoData(firstDay: string): DemoPlan {
  const { bookings: uncharged, guests } = planBookings(demoPeriod(firstDay));
  const parts = {
    listingSites,
    properties: planProperties(),
    propertyPricing: planPropertyPricing(),
    seasons: planSeasons(uncharged, firstDay),
    spotRates: planSpotRates(uncharged, firstDay),
    ...planFees(firstDay),
  };
  const { bookings, money } = planMoney(chargeBookings(uncharged, parts), firstDay);
  return {
    ...parts,
    firstDay,
    guests,
    owners,
    holidays: planHolidays(),
    bookings,
    money,
    quotes: planQuotes(firstDay, bookings),
    ...planThreads(firstDay, bookings, guests),
  };
}
