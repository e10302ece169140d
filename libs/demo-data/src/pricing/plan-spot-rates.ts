import { addDays } from '@keyhaven/stays/calendar-date';
import type { PlannedBooking, PlannedSpotRates } from '../plan/demo-plan';
import { portfolio } from '../plan/portfolio';
import { nightlyPrice } from './nightly-price';

/** The street festival of Gràcia in August, and the week of New Year in the Alps. */
const FESTIVAL = { property: 'mirador-de-gracia', from: '08-15', nights: 7 };
const NEW_YEAR = { property: 'chalet-enzian', from: '12-28', nights: 6 };
/** The price of at most MOST_REDUCED empty nights per property is reduced, within this many days. */
const LAST_MINUTE_DAYS = 12;
const MOST_REDUCED = 4;

/** Plans prices of single nights: those of two yearly occasions, and reduced ones for empty nights of the next days. */
export function planSpotRates(bookings: readonly PlannedBooking[], firstDay: string): PlannedSpotRates[] {
  return [
    occasion('festival', FESTIVAL, firstDay, 1.9, () => ({ min_nights: 3 })),
    occasion('new-year', NEW_YEAR, firstDay, 2.1, (date) =>
      date.endsWith('-01-01') ? { is_arrival_disallowed: true } : {},
    ),
    ...lastMinute(bookings, firstDay),
  ];
}

/** Plans the prices of a yearly occasion for the next time that it takes place. */
function occasion(
  key: string,
  { property, from, nights }: { property: string; from: string; nights: number },
  firstDay: string,
  factor: number,
  rulesOf: (date: string) => object,
): PlannedSpotRates {
  const entry = portfolio.find((one) => one.key === property)!;
  const year = Number(firstDay.slice(0, 4));
  const first = `${year}-${from}` >= firstDay ? `${year}-${from}` : `${year + 1}-${from}`;
  const rate = { currency: entry.currency, amount: nightlyPrice(entry, factor) };
  const dates = Array.from({ length: nights }, (_, night) => addDays(first, night));
  return { key, property, body: dates.map((date) => ({ date, ...rate, ...rulesOf(date) })) };
}

/** Reduces the price of empty nights of the next days in city flats to four fifths. */
function lastMinute(bookings: readonly PlannedBooking[], firstDay: string): PlannedSpotRates[] {
  const soon = Array.from({ length: LAST_MINUTE_DAYS }, (_, day) => addDays(firstDay, day + 2));
  return portfolio
    .filter(({ rhythm, state }) => rhythm === 'city' && state === undefined)
    .map((entry) => {
      const stays = bookings.filter(({ property, body }) => property === entry.key && body.status !== 'canceled');
      const isEmpty = (date: string) => stays.every(({ body }) => date < body.arrival || date >= body.departure);
      const rate = { currency: entry.currency, amount: nightlyPrice(entry, 0.8) };
      const body = soon
        .filter(isEmpty)
        .slice(0, MOST_REDUCED)
        .map((date) => ({ date, ...rate }));
      return { key: `last-minute-${entry.key}`, property: entry.key, body };
    })
    .filter(({ body }) => body.length > 0);
}
