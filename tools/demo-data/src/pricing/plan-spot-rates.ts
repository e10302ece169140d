import { addDays } from '@keyhaven/stays/calendar-date';
import type { PlannedBooking, PlannedSpotRates } from '../demo-plan';
import type { PortfolioEntry } from '../properties/portfolio-entry';
import { nightlyPrice } from './nightly-price';

/** The street festival of Gràcia, in August of every year. */
const FESTIVAL = { property: 'mirador-de-gracia', from: '08-15', nights: 7 };
/** The week that everybody in the Alps wants. Nobody moves in on New Year's Day. */
const NEW_YEAR = { property: 'chalet-enzian', from: '12-28', nights: 6 };
/** What is still empty within so many days is reduced; so many nights of a property are. */
const LAST_MINUTE_DAYS = 12;
const MOST_REDUCED = 4;

/** Nights that were priced one by one: two occasions of every year, and what is left of the next days. */
export function planSpotRates(
  portfolio: readonly PortfolioEntry[],
  bookings: readonly PlannedBooking[],
  firstDay: string,
): PlannedSpotRates[] {
  const entryOf = (key: string) => portfolio.find((entry) => entry.key === key)!;
  const [fair, ski] = [entryOf(FESTIVAL.property), entryOf(NEW_YEAR.property)];
  return [
    {
      key: 'festival',
      property: fair.key,
      body: nightsOf(FESTIVAL, firstDay).map((date) => ({
        date,
        currency: fair.currency,
        amount: nightlyPrice(fair, 1.9),
        min_nights: 3,
      })),
    },
    {
      key: 'new-year',
      property: ski.key,
      body: nightsOf(NEW_YEAR, firstDay).map((date) => ({
        date,
        currency: ski.currency,
        amount: nightlyPrice(ski, 2.1),
        ...(date.endsWith('-01-01') ? { is_arrival_disallowed: true } : {}),
      })),
    },
    ...lastMinute(portfolio, bookings, firstDay),
  ];
}

/** The nights of the next occasion that has not begun. */
function nightsOf({ from, nights }: { from: string; nights: number }, firstDay: string): string[] {
  const year = Number(firstDay.slice(0, 4));
  const thisYear = `${year}-${from}`;
  const first = thisYear >= firstDay ? thisYear : `${year + 1}-${from}`;
  return Array.from({ length: nights }, (_, night) => addDays(first, night));
}

/** Empty nights of the next days in the city flats, at four fifths of the price. */
function lastMinute(
  portfolio: readonly PortfolioEntry[],
  bookings: readonly PlannedBooking[],
  firstDay: string,
): PlannedSpotRates[] {
  const soon = Array.from({ length: LAST_MINUTE_DAYS }, (_, day) => addDays(firstDay, day + 2));
  return portfolio
    .filter(({ rhythm, state }) => rhythm === 'city' && state === undefined)
    .map((entry) => {
      const stays = bookings.filter(({ property, body }) => property === entry.key && body.status !== 'canceled');
      const isEmpty = (date: string) => stays.every(({ body }) => date < body.arrival || date >= body.departure);
      const body = soon
        .filter(isEmpty)
        .slice(0, MOST_REDUCED)
        .map((date) => ({ date, currency: entry.currency, amount: nightlyPrice(entry, 0.8) }));
      return { key: `last-minute-${entry.key}`, property: entry.key, body };
    })
    .filter(({ body }) => body.length > 0);
}
