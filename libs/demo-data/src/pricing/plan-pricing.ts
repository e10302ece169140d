import { addDays } from '@keyhaven/stays/calendar-date';
import prices from '../data/prices.json';
import type { DemoPlan, PlannedBooking, PlannedSeason } from '../plan/demo-plan';
import { findFreeStay } from '../plan/free-stay';
import { portfolio, rhythms } from '../plan/portfolio';
import { nightlyRate } from './nightly-price';

/** Plans the low-season prices and the stay rules of each property. */
export function planPropertyPricing(): DemoPlan['propertyPricing'] {
  return portfolio.map((entry) => ({
    key: entry.key,
    body: {
      currency_code: entry.body.currency_code,
      default_rate: nightlyRate(entry, 1),
      ...rhythms[entry.rhythm].pricing,
    },
  }));
}

/**
 * Plans the yearly seasons, and two periods that occur only once: a trade fair in Berlin, and
 * repairs of a house.
 */
export function planSeasons(bookings: readonly PlannedBooking[], firstDay: string): PlannedSeason[] {
  const flat = portfolio.find(({ key }) => key === 'altbau-am-landwehrkanal')!;
  const from = addDays(firstDay, 50);
  const fair = { name: 'Trade fair', from, to: addDays(from, 5), rules: { min_nights: 3 } };
  // The repairs take the first free week that is at least 120 days ahead.
  const boathouse = 'old-boathouse-kenmore';
  const taken = bookings.filter(({ property }) => property === boathouse).map(({ body }) => body);
  const { arrival, departure } = findFreeStay(taken, addDays(firstDay, 120), 7);
  const repairs = {
    name: 'A new roof',
    from: arrival,
    to: addDays(departure, -1),
    rules: { is_stay_disallowed: true },
  };
  const yearly = portfolio.flatMap((entry) =>
    entry.peakSeasons.map((season) => ({
      key: `${entry.key}/${season.from.slice(0, 2)}`,
      property: entry.key,
      body: {
        ...season,
        currency_code: entry.body.currency_code,
        rate: nightlyRate(entry, 1.35),
        rules: { min_nights: rhythms[entry.rhythm].minNightsInSeason },
      },
    })),
  );
  return [
    ...yearly,
    {
      key: `${flat.key}/fair`,
      property: flat.key,
      body: { ...fair, currency_code: flat.body.currency_code, rate: nightlyRate(flat, 1.6) },
    },
    { key: `${boathouse}/repairs`, property: boathouse, body: repairs },
  ];
}

/** Plans holidays: some apply to all properties, others to the properties in one country. */
export function planHolidays(): DemoPlan['holidays'] {
  return prices.holidays.map(({ country, ...body }) => {
    const there = portfolio.filter((entry) => entry.body.address?.country === country).map(({ key }) => key);
    return { key: body.from, properties: country === undefined ? null : there, body };
  });
}
