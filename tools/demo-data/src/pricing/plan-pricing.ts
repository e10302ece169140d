import { addDays } from '@keyhaven/stays/calendar-date';
import type { PlannedBooking, PlannedHoliday, PlannedPropertyPricing, PlannedSeason } from '../demo-plan';
import { findFreeStay } from '../first-start/free-stay';
import type { PortfolioEntry, Rhythm } from '../properties/portfolio-entry';
import { nightlyRate } from './nightly-price';

/** How many nights guests stay at least: out of season, and in it. */
const MIN_NIGHTS: Readonly<Record<Rhythm, [base: number, high: number]>> = {
  city: [1, 2],
  country: [2, 3],
  holiday: [3, 5],
  room: [1, 1],
  house: [2, 3],
};

/** Large houses are handed over by people who have Sundays off. */
const NOBODY_ON_SUNDAYS = { no_arrival_weekdays: ['sunday'], no_departure_weekdays: ['sunday'] };
/** City prices are made a year and a half ahead. */
const CITY_WINDOW_DAYS = 540;

/** What a property's nights cost out of season, and how they are sold. */
export function planPropertyPricing(portfolio: readonly PortfolioEntry[]): PlannedPropertyPricing[] {
  return portfolio.map((entry) => {
    const [min_nights] = MIN_NIGHTS[entry.rhythm];
    const isLarge = entry.rhythm === 'holiday';
    return {
      key: entry.key,
      body: {
        currency_code: entry.currency,
        default_rate: nightlyRate(entry, 1),
        rules: { min_nights, max_nights: 28, ...(isLarge ? NOBODY_ON_SUNDAYS : {}) },
        advance_notice_days: entry.rhythm === 'room' ? 0 : 1,
        same_day_until: '16:00',
        booking_window_days: entry.rhythm === 'city' ? CITY_WINDOW_DAYS : null,
        // The rooms of a house are made into one home before a party comes.
        required_gap_before: entry.rhythm === 'house' ? 1 : 0,
        // After a large house has been left, cleaning takes a day; two nights may fill what is left between stays.
        required_gap_after: isLarge ? 1 : 0,
        min_nights_in_gap: isLarge ? 2 : null,
      },
    };
  });
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** The last days of the months, of a leap year. */
const LAST_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The seasons of every year, and two that come but once. */
export function planSeasons(
  portfolio: readonly PortfolioEntry[],
  bookings: readonly PlannedBooking[],
  firstDay: string,
): PlannedSeason[] {
  return [...yearlySeasons(portfolio), tradeFair(portfolio, firstDay), repairs(bookings, firstDay)];
}

/** A week in Berlin for which everybody pays more. */
function tradeFair(portfolio: readonly PortfolioEntry[], firstDay: string): PlannedSeason {
  const flat = portfolio.find(({ key }) => key === 'altbau-am-landwehrkanal')!;
  const from = addDays(firstDay, 50);
  return {
    key: `${flat.key}/fair`,
    property: flat.key,
    body: {
      name: 'Trade fair',
      from,
      to: addDays(from, 5),
      currency_code: flat.currency,
      rate: nightlyRate(flat, 1.6),
      rules: { min_nights: 3 },
    },
  };
}

/** A week in which nobody stays at the boathouse: of those that are still free in four months. */
function repairs(bookings: readonly PlannedBooking[], firstDay: string): PlannedSeason {
  const property = 'old-boathouse-kenmore';
  const taken = bookings.filter((booking) => booking.property === property).map(({ body }) => body);
  const { arrival, departure } = findFreeStay(taken, addDays(firstDay, 120), 7);
  return {
    key: `${property}/repairs`,
    property,
    body: { name: 'A new roof', from: arrival, to: addDays(departure, -1), rules: { is_stay_disallowed: true } },
  };
}

/** A season of every year for each run of months in which a place is sought. */
function yearlySeasons(portfolio: readonly PortfolioEntry[]): PlannedSeason[] {
  return portfolio.flatMap((entry) =>
    runsOfMonths(entry.peakMonths).map(([first, last]): PlannedSeason => {
      const [, min_nights] = MIN_NIGHTS[entry.rhythm];
      return {
        key: `${entry.key}/${twoDigits(first)}`,
        property: entry.key,
        body: {
          name: first === last ? MONTHS[first - 1]! : `${MONTHS[first - 1]} to ${MONTHS[last - 1]}`,
          from: `${twoDigits(first)}-01`,
          to: `${twoDigits(last)}-${LAST_DAYS[last - 1]}`,
          currency_code: entry.currency,
          rate: nightlyRate(entry, 1.35),
          rules: { min_nights },
        },
      };
    }),
  );
}

/** Months that follow each other, over the turn of the year too, as first and last. */
function runsOfMonths(months: readonly number[]): [first: number, last: number][] {
  const wanted = new Set(months);
  const before = (month: number) => (month === 1 ? 12 : month - 1);
  const after = (month: number) => (month === 12 ? 1 : month + 1);
  return [...wanted]
    .filter((month) => !wanted.has(before(month)))
    .sort((a, b) => a - b)
    .map((first) => {
      let last = first;
      while (wanted.has(after(last))) last = after(last);
      return [first, last];
    });
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** Holidays of everybody, and of some countries. */
const holidays: { name: string; from: string; to?: string; country?: string }[] = [
  { name: 'New Year’s Day', from: '01-01' },
  { name: 'Christmas', from: '12-25', to: '12-26' },
  { name: 'New Year’s Eve', from: '12-31' },
  { name: 'Golden Week', from: '04-29', to: '05-05', country: 'Japan' },
  { name: 'Independence Day', from: '07-04', country: 'United States' },
  { name: 'Ferragosto', from: '08-15', country: 'Italy' },
  { name: 'Dia de Portugal', from: '06-10', country: 'Portugal' },
];

export function planHolidays(portfolio: readonly PortfolioEntry[]): PlannedHoliday[] {
  return holidays.flatMap(({ country, ...body }) => {
    const there = portfolio.filter(({ address }) => address.country === country).map(({ key }) => key);
    if (country !== undefined && there.length === 0) return [];
    return [{ key: body.from, properties: country === undefined ? null : there, body }];
  });
}
