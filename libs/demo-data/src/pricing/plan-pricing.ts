import { addDays } from '@keyhaven/stays/calendar-date';
import prices from '../data/prices.json';
import type { PlannedBooking, PlannedHoliday, PlannedPropertyPricing, PlannedSeason } from '../plan/demo-plan';
import { findFreeStay } from '../plan/free-stay';
import { portfolio, rhythms } from '../plan/portfolio';
import { nightlyRate } from './nightly-price';

/** At large houses, no stay begins or ends on a Sunday. */
const NOT_ON_SUNDAYS: { no_arrival_weekdays: ['sunday']; no_departure_weekdays: ['sunday'] } = {
  no_arrival_weekdays: ['sunday'],
  no_departure_weekdays: ['sunday'],
};
/** How far ahead flats in cities can be booked: a year and a half, in days. */
const CITY_WINDOW_DAYS = 540;

/** Plans the prices of each property out of season, and its rules for stays. */
export function planPropertyPricing(): PlannedPropertyPricing[] {
  return portfolio.map((entry) => {
    const { key, currency, rhythm } = entry;
    const isLarge = rhythm === 'holiday';
    return {
      key,
      body: {
        currency_code: currency,
        default_rate: nightlyRate(entry, 1),
        rules: { min_nights: rhythms[rhythm].minNights[0], max_nights: 28, ...(isLarge ? NOT_ON_SUNDAYS : {}) },
        advance_notice_days: rhythm === 'room' ? 0 : 1,
        same_day_until: '16:00',
        booking_window_days: rhythm === 'city' ? CITY_WINDOW_DAYS : null,
        // One night is needed to prepare the rooms of a house for a booking of the whole house.
        required_gap_before: rhythm === 'house' ? 1 : 0,
        // Cleaning a large house takes a day. Stays of two nights may fill a gap.
        required_gap_after: isLarge ? 1 : 0,
        min_nights_in_gap: isLarge ? 2 : null,
      },
    };
  });
}

/** Plans the yearly seasons, and two that occur only once: a trade fair in Berlin, and repairs. */
export function planSeasons(bookings: readonly PlannedBooking[], firstDay: string): PlannedSeason[] {
  const flat = portfolio.find(({ key }) => key === 'altbau-am-landwehrkanal')!;
  const from = addDays(firstDay, 50);
  const fair = { name: 'Trade fair', from, to: addDays(from, 5), rules: { min_nights: 3 } };
  // The first free week, at least four months ahead.
  const boathouse = 'old-boathouse-kenmore';
  const taken = bookings.filter(({ property }) => property === boathouse).map(({ body }) => body);
  const { arrival, departure } = findFreeStay(taken, addDays(firstDay, 120), 7);
  const repairs = {
    name: 'A new roof',
    from: arrival,
    to: addDays(departure, -1),
    rules: { is_stay_disallowed: true },
  };
  return [
    ...yearlySeasons(),
    {
      key: `${flat.key}/fair`,
      property: flat.key,
      body: { ...fair, currency_code: flat.currency, rate: nightlyRate(flat, 1.6) },
    },
    { key: `${boathouse}/repairs`, property: boathouse, body: repairs },
  ];
}

/** Plans a yearly season for each run of peak months. */
function yearlySeasons(): PlannedSeason[] {
  return portfolio.flatMap((entry) =>
    runsOfMonths(entry.peakMonths).map(([first, last]): PlannedSeason => {
      const from = `${String(first).padStart(2, '0')}-01`;
      return {
        key: `${entry.key}/${from.slice(0, 2)}`,
        property: entry.key,
        body: {
          name: first === last ? nameOf(first) : `${nameOf(first)} to ${nameOf(last)}`,
          from,
          // The last day of the month in a leap year.
          to: new Date(Date.UTC(2028, last, 0)).toISOString().slice('yyyy-'.length, 'yyyy-mm-dd'.length),
          currency_code: entry.currency,
          rate: nightlyRate(entry, 1.35),
          rules: { min_nights: rhythms[entry.rhythm].minNights[1] },
        },
      };
    }),
  );
}

function nameOf(month: number): string {
  return new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2028, month - 1));
}

/** Finds runs of consecutive months, as their first and last month. December is followed by January. */
function runsOfMonths(months: readonly number[]): [first: number, last: number][] {
  const wanted = new Set(months);
  const after = (month: number) => (month % 12) + 1;
  return [...wanted]
    .filter((month) => !wanted.has(month === 1 ? 12 : month - 1))
    .sort((a, b) => a - b)
    .map((first) => {
      let last = first;
      while (wanted.has(after(last))) last = after(last);
      return [first, last];
    });
}

/** Plans holidays for all properties, and for those in one country. */
export function planHolidays(): PlannedHoliday[] {
  return prices.holidays.flatMap(({ country, ...body }) => {
    const there = portfolio.filter(({ address }) => address.country === country).map(({ key }) => key);
    if (country !== undefined && there.length === 0) return [];
    return [{ key: body.from, properties: country === undefined ? null : there, body }];
  });
}
