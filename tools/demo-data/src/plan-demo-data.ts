import { planBookings } from './bookings/plan-bookings';
import { demoPeriod } from './demo-period';
import type { DemoPlan } from './demo-plan';
import { planDiscounts } from './fees/plan-discounts';
import { planSurcharges } from './fees/plan-surcharges';
import { planTaxes } from './fees/plan-taxes';
import { chargeBookings } from './finance/charge-bookings';
import { planMoney } from './finance/plan-money';
import { planListingSites } from './listing-sites/plan-listing-sites';
import { planThreads } from './messages/plan-threads';
import { planHolidays, planPropertyPricing, planSeasons } from './pricing/plan-pricing';
import { planSpotRates } from './pricing/plan-spot-rates';
import { planProperties } from './properties/plan-properties';
import { planQuotes } from './quotes/plan-quotes';
import { portfolio } from './properties/portfolio';

/**
 * Plans the demo account: a pure function, the same for the same day. Dates lie within twelve months before and after
 * it; nothing was booked later than the day before, in any time zone.
 * @param firstDay the day of the first start, yyyy-mm-dd. @throws Error when it is no calendar date.
 */
export function planDemoData(firstDay: string): DemoPlan {
  const { bookings: uncharged, guests } = planBookings(portfolio, demoPeriod(firstDay));
  const parts = {
    listingSites: planListingSites(),
    properties: planProperties(),
    propertyPricing: planPropertyPricing(portfolio),
    seasons: planSeasons(portfolio, uncharged, firstDay),
    spotRates: planSpotRates(portfolio, uncharged, firstDay),
    surcharges: planSurcharges(firstDay),
    discounts: planDiscounts(firstDay),
    taxes: planTaxes(),
  };
  const { bookings, money } = planMoney(chargeBookings(uncharged, parts), firstDay);
  const { properties } = parts;
  const { threads, messages } = planThreads(firstDay, bookings, guests, properties);
  return {
    ...parts,
    firstDay,
    guests,
    holidays: planHolidays(portfolio),
    bookings,
    money,
    quotes: planQuotes(firstDay, bookings, properties),
    threads,
    messages,
  };
}
