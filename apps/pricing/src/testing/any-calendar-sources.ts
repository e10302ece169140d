import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';
import fc from 'fast-check';
import type {
  Occupancy,
  Period,
  CalendarSources,
  RateAdjuster,
  Season,
  StayRules,
  Weekday,
} from '../nights/domain/calendar-sources';
import { sourcesOf, noRules } from './calendar-sources';

/** The generated periods and records begin at most this many days after today. */
export const REACH_DAYS = 8;

/** Generates null in three of four cases, and otherwise a value. */
const rarely = <T>(value: fc.Arbitrary<T>) => oneIn(4, value, null);
const oneIn = <T, U>(times: number, rare: fc.Arbitrary<T>, usual: U) =>
  fc.oneof({ weight: 1, arbitrary: rare }, { weight: times - 1, arbitrary: fc.constant(usual) });
const weekday = fc.integer({ min: 0, max: 6 }).map((day) => day as Weekday);
const weekdays = fc.uniqueArray(weekday, { maxLength: 4 });
const minorUnits = fc.integer({ min: 1, max: 200_00 });
const rate = fc.record({
  amountMinor: minorUnits,
  byWeekdayMinor: fc.dictionary(weekday.map(String), minorUnits, { maxKeys: 3 }),
});

const notice = oneIn(3, fc.integer({ min: 1, max: 4 }), 0);

const rules: fc.Arbitrary<StayRules> = fc.record({
  minNights: rarely(fc.integer({ min: 1, max: 6 })),
  maxNights: rarely(fc.oneof(fc.constant(0), fc.integer({ min: 3, max: 9 }), fc.integer({ min: 1, max: 9 }))),
  noArrivalWeekdays: rarely(weekdays),
  noDepartureWeekdays: rarely(weekdays),
  isStayDisallowed: oneIn(15, fc.boolean(), null),
});

/** Generates a range of nights near today, first and last included. */
const span = (today: string, maxLength: number) =>
  fc
    .tuple(fc.integer({ min: -6, max: REACH_DAYS }), fc.integer({ min: 0, max: maxLength - 1 }))
    .map(([start, length]) => ({ from: addDays(today, start), to: addDays(today, start + length) }));

/** Generates rate adjusters with percentages or amounts. Many of them reduce a price to 0. */
const adjuster = (today: string): fc.Arbitrary<Omit<RateAdjuster, 'id'>> =>
  fc.record({
    change: fc.oneof(
      fc.constantFrom(-100, -60, -40, 10).map((percent) => ({ kind: 'percent' as const, percent })),
      fc.integer({ min: -150_00, max: 50_00 }).map((amountMinor) => ({ kind: 'amount' as const, amountMinor })),
    ),
    dateRanges: fc.option(fc.array(span(today, 4), { minLength: 1, maxLength: 2 })),
    weekdays: rarely(weekdays),
    seasonIds: rarely(fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 })),
  });

export const anySpotRate = fc.record({
  amountMinor: fc.option(minorUnits),
  minNights: rarely(fc.integer({ min: 1, max: 6 })),
  isArrivalDisallowed: fc.option(fc.boolean()),
  isDepartureDisallowed: fc.option(fc.boolean()),
});

const period = (today: string): fc.Arbitrary<Period> =>
  fc
    .tuple(span(today, 12), fc.boolean())
    .map(([{ from, to }, isYearly]) =>
      isYearly ? { kind: 'yearly', from: from.slice(5), to: to.slice(5) } : { kind: 'dated', from, to },
    );

const occupancy = (today: string): fc.Arbitrary<Omit<Occupancy, 'bookingId'>> =>
  fc
    .record({
      type: fc.constantFrom('booking', 'owner', 'block', 'quote_hold', 'linked_availability', 'time_share'),
      sourceType: fc.constantFrom('booking', 'block', null),
      span: span(today, 5),
      overbooked: oneIn(2, fc.subarray([0, 1, 2, 3, 4]), null),
    })
    .map(({ type, sourceType, span: { from, to }, overbooked }) => ({
      arrival: from,
      departure: addDays(to, 1),
      type,
      sourceType: type === 'linked_availability' ? sourceType : null,
      overbookedNights:
        type === 'booking'
          ? (overbooked ?? []).map((night) => addDays(from, night)).filter((night) => night <= to)
          : [],
      expiresUtc: null,
    }));

/** Generates a function that returns a record near the given day. */
export const anyRecord: fc.Arbitrary<(today: string) => Omit<Occupancy, 'bookingId'>> = occupancy('2026-07-01').map(
  (record) => (today) => {
    const moved = (date: string) => addDays(today, dayNumber(date) - dayNumber('2026-07-01'));
    const { arrival, departure, overbookedNights } = record;
    return {
      ...record,
      arrival: moved(arrival),
      departure: moved(departure),
      overbookedNights: overbookedNights.map(moved),
    };
  },
);

/** Generates a function that returns a season near the given day, with an id that no other season has. */
export const anySeason: fc.Arbitrary<(today: string) => Season> = fc
  .record({ period: period('2026-07-01'), rate: fc.option(rate), rules: fc.oneof(rules, fc.constant(noRules)) })
  .map((season) => (today) => {
    const moved = (date: string) => addDays(today, dayNumber(date) - dayNumber('2026-07-01'));
    const { kind, from, to } = season.period;
    return {
      id: 99,
      ...season,
      period: kind === 'yearly' ? season.period : { kind, from: moved(from), to: moved(to) },
    };
  });

/**
 * Generates sources for the nights around today: overlapping records, rules on every level, gaps, advance notice, and
 * the time of day. Either the booking window or the longest stay is short, so that a model can enumerate all stays.
 */
export const anyCalendarSources: fc.Arbitrary<CalendarSources> = fc
  .constantFrom('2026-07-01', '2026-12-27', '2028-02-22')
  .chain((today) =>
    fc.record({
      now: fc.record({ date: fc.constant(today), time: fc.constantFrom('00:00', '17:59', '18:00') }),
      property: fc.record(
        {
          isActive: oneIn(25, fc.constant(false), true),
          isSnoozed: oneIn(25, fc.constant(true), false),
          advanceNoticeDays: notice,
          sameDayUntil: fc.constantFrom('18:00', null),
          bookingWindowDays: fc.oneof(
            fc.integer({ min: REACH_DAYS, max: REACH_DAYS + 4 }),
            oneIn(6, fc.nat({ max: REACH_DAYS }), REACH_DAYS),
          ),
          requiredGapBefore: fc.integer({ min: 0, max: 3 }),
          requiredGapAfter: fc.integer({ min: 0, max: 3 }),
          minNightsInGap: fc.integer({ min: 1, max: 4 }),
          defaultRate: fc.option(rate, { freq: 10 }),
          rules,
        },
        { requiredKeys: ['bookingWindowDays', 'rules'] },
      ),
      hasWindow: oneIn(5, fc.constant(false), true),
      seasons: fc.array(
        fc.record({ period: period(today), rate: fc.option(rate), rules: fc.oneof(rules, fc.constant(noRules)) }),
        {
          maxLength: 3,
        },
      ),
      spotRates: fc.array(fc.tuple(fc.integer({ min: -2, max: REACH_DAYS + 4 }), anySpotRate), { maxLength: 5 }),
      adjusters: oneIn(3, fc.array(adjuster(today), { maxLength: 2 }), null),
      occupancies: fc.array(occupancy(today), { maxLength: 5 }),
    }),
  )
  .map(({ now, property, hasWindow, seasons, spotRates, adjusters, occupancies }) => {
    const sources = sourcesOf({
      now,
      property,
      seasons: seasons.map((season, index) => ({ id: index + 1, ...season })),
      spotRates: new Map(spotRates.map(([day, spot]) => [addDays(now.date, day), spot])),
      adjusters: (adjusters ?? []).map((change, index) => ({ id: index + 1, ...change })),
      occupancies: occupancies.map((record, index) => ({ bookingId: index + 1, ...record })),
      history: { from: addDays(now.date, -3), prices: new Map() },
    });
    return hasWindow ? sources : withoutWindow(sources);
  });

/** Limits stays to four nights on every level, because without a booking window nothing else limits them. */
function withoutWindow(sources: CalendarSources): CalendarSources {
  const shortStays = ({ maxNights, ...others }: StayRules) => ({ ...others, maxNights: Math.min(maxNights ?? 4, 4) });
  return {
    ...sources,
    property: { ...sources.property, bookingWindowDays: null, rules: shortStays(sources.property.rules) },
    seasons: sources.seasons.map((season) => ({ ...season, rules: shortStays(season.rules) })),
  };
}
