import { addDays } from '@keyhaven/stays/calendar-date';
import prices from '../data/prices.json';
import type { PlannedBooking, PlannedSpotRates } from '../plan/demo-plan';
import { isOnSale, portfolio } from '../plan/portfolio';
import { nightlyPrice } from './nightly-price';

/**
 * Prices of empty nights are reduced for LAST_MINUTE_DAYS days, which begin two days after the demo's first day, and
 * for at most MOST_REDUCED nights of a property.
 */
const LAST_MINUTE_DAYS = 12;
const MOST_REDUCED = 4;

/**
 * Plans prices of single nights: higher ones for yearly occasions, and reduced ones for empty nights soon after the
 * demo's first day.
 */
export function planSpotRates(bookings: readonly PlannedBooking[], firstDay: string): PlannedSpotRates[] {
  return [...prices.occasions.map((occasion) => ratesOf(occasion, firstDay)), ...lastMinute(bookings, firstDay)];
}

/** Plans the prices for the next date of a yearly occasion, such as a street festival. */
function ratesOf(occasion: (typeof prices.occasions)[number], firstDay: string): PlannedSpotRates {
  const { key, property, from, nights, factor, rules, noArrivalOn } = occasion;
  const entry = portfolio.find((one) => one.key === property)!;
  const year = Number(firstDay.slice(0, 4));
  const first = `${year}-${from}` >= firstDay ? `${year}-${from}` : `${year + 1}-${from}`;
  const rate = { currency: entry.body.currency_code, amount: nightlyPrice(entry, factor), ...rules };
  const dates = Array.from({ length: nights }, (_, night) => addDays(first, night));
  const body = dates.map((date) => {
    const isArrivalDisallowed = date.slice('yyyy-'.length) === noArrivalOn;
    return { date, ...rate, ...(isArrivalDisallowed && { is_arrival_disallowed: true }) };
  });
  return { key, property, body };
}

/**
 * In city flats, reduces the price of empty nights soon after the demo's first day to 80 % of the low-season weekday
 * price.
 */
function lastMinute(bookings: readonly PlannedBooking[], firstDay: string): PlannedSpotRates[] {
  const soon = Array.from({ length: LAST_MINUTE_DAYS }, (_, day) => addDays(firstDay, day + 2));
  const flats = portfolio.filter((entry) => entry.rhythm === 'city' && isOnSale(entry));
  return flats.flatMap((entry) => {
    const stays = bookings.filter(({ property, body }) => property === entry.key && body.status !== 'canceled');
    const empty = soon.filter((date) => stays.every(({ body }) => date < body.arrival || date >= body.departure));
    const rate = { currency: entry.body.currency_code, amount: nightlyPrice(entry, 0.8) };
    const body = empty.slice(0, MOST_REDUCED).map((date) => ({ date, ...rate }));
    return body.length > 0 ? [{ key: `last-minute-${entry.key}`, property: entry.key, body }] : [];
  });
}
