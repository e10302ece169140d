import { planBookings } from './bookings/plan-bookings';
import { planQuotes } from './bookings/plan-quotes';
import listingSites from './data/listing-sites.json';
import { demoPeriod } from './demo-period';
import type { DemoPlan } from './demo-plan';
import { planFees } from './fees/plan-fees';
import { chargeBookings } from './finance/charge-bookings';
import { planMoney } from './finance/plan-money';
import { planProperties } from './plan-properties';
import { planThreads } from './plan-threads';
import { planHolidays, planPropertyPricing, planSeasons } from './pricing/plan-pricing';
import { planSpotRates } from './pricing/plan-spot-rates';

/**
 * Plans the demo account: a pure function, the same for the same day. All dates lie within twelve months before and
 * after it; no booking was made later than the day before, in any time zone.
 * @param firstDay the day of the first start, yyyy-mm-dd. @throws Error when it is no calendar date.
 */
export function planDemoData(firstDay: string): DemoPlan {
  const { bookings: uncharged, guests } = planBookings(demoPeriod(firstDay));
  const properties = planProperties();
  const parts = {
    listingSites,
    properties,
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
    holidays: planHolidays(),
    bookings,
    money,
    quotes: planQuotes(firstDay, bookings, properties),
    ...planThreads(firstDay, bookings, guests, properties),
  };
}
