import { isDeepStrictEqual } from 'node:util';
import {
  calendarCategories,
  type CalendarCategory,
  type ChangedRange,
} from '@keyhaven/contracts/pricing/calendar-change';
import { addDays } from '@keyhaven/stays/calendar-date';
import fc from 'fast-check';
import { times } from '@keyhaven/testing/sample';
import { anyCalendarSources, anyRecord, anySeason, anySpotRate, REACH_DAYS } from '../../testing/any-calendar-sources';
import { mayReduceToZero } from '../../nights/domain/adjust-rate';
import { computeNights } from './compute-nights';
import {
  nightsChangedByDays,
  nightsChangedByPeriod,
  nightsChangedByRate,
  nightsChangedByRecord,
} from './changed-nights';
import type { Night } from './night';
import type { CalendarSources, Season, SpotRate } from '../../nights/domain/calendar-sources';

/** KEYHAVEN_CASES=20000 runs more cases. This takes some minutes. */
const numRuns = Number(process.env.KEYHAVEN_CASES ?? times(500, 100));

/** Groups the fields of a night by the category in which their changes are published. */
function byCategory({ rate, rules = {}, holiday_name, ...occupancy }: Night): Record<CalendarCategory, unknown> {
  const { is_stay_disallowed, ...otherRules } = rules;
  return { availability: [occupancy, is_stay_disallowed], rates: rate, rules: [otherRules, holiday_name] };
}

/** Returns each night that a change alters, once for each category in which the night differs. */
function changedNights(
  before: CalendarSources,
  after: CalendarSources,
): { date: string; category: CalendarCategory }[] {
  const from = addDays(before.now.date, -8);
  const to = addDays(before.now.date, REACH_DAYS + 14);
  const [old, now] = [before, after].map(
    (sources) => new Map(computeNights(sources, from, to).map((night) => [night.date, byCategory(night)])),
  );
  return [...new Set([...old!.keys(), ...now!.keys()])].flatMap((date) =>
    calendarCategories
      .filter((category) => !isDeepStrictEqual(old!.get(date)?.[category], now!.get(date)?.[category]))
      .map((category) => ({ date, category })),
  );
}

/** Returns the changed nights that no range with their category contains. */
function unpublished(changed: ReturnType<typeof changedNights>, ranges: readonly ChangedRange[]): typeof changed {
  return changed.filter(
    ({ date, category }) =>
      !ranges.some(({ from, to, categories }) => from <= date && date <= to && categories.includes(category)),
  );
}

describe('the ranges of a calendar event', () => {
  it('contain every night that changes when a stay is added or removed', () => {
    fc.assert(
      fc.property(anyCalendarSources, anyRecord, (sources, recordAt) => {
        const record = { bookingId: 99, ...recordAt(sources.now.date) };
        const range = nightsChangedByRecord(record, sources.occupancies, sources.property);
        const changed = changedNights(sources, { ...sources, occupancies: [...sources.occupancies, record] });
        expect(unpublished(changed, [range])).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('contain every night that changes when a spot rate changes', () => {
    const day = fc.integer({ min: -2, max: REACH_DAYS + 4 });
    fc.assert(
      fc.property(
        anyCalendarSources,
        day,
        fc.array(anySpotRate, { maxLength: 2, minLength: 2 }),
        (sources, at, rates) => {
          const date = addDays(sources.now.date, at);
          const [before, after] = rates as [SpotRate, SpotRate];
          const withRate = (rate: SpotRate) => ({
            ...sources,
            spotRates: new Map([...sources.spotRates, [date, rate]]),
          });
          const changed = (rate: SpotRate) => changedNights(withRate(before), withRate(rate));
          const change = { date, changesPrice: true, changesRules: true, altersStays: true };
          expect(unpublished(changed(after), nightsChangedByRate(change))).toEqual([]);
          if (before.amountMinor === null) return;
          const dearer = { ...before, amountMinor: before.amountMinor + (after.amountMinor ?? 1) };
          const altersStays = mayReduceToZero(sources.adjusters)(before.amountMinor);
          const ofPrice = nightsChangedByRate({ ...change, changesRules: false, altersStays });
          expect(unpublished(changed(dearer), ofPrice)).toEqual([]);
        },
      ),
      { numRuns },
    );
  });

  it('contain every night that changes when a season is added, changed or removed', () => {
    fc.assert(
      fc.property(anyCalendarSources, anySeason, anySeason, (sources, seasonAt, otherAt) => {
        const [season, other] = [seasonAt(sources.now.date), otherAt(sources.now.date)];
        const withSeason = (...seasons: Season[]) => ({ ...sources, seasons: [...sources.seasons, ...seasons] });
        const ranges = [season, other].flatMap(({ period, rate, rules }) => {
          const setsRules = Object.values(rules).some((rule) => rule !== null);
          const sets: CalendarCategory[] = [
            ...(rate ? ['rates' as const] : []),
            ...(setsRules ? ['rules' as const] : []),
          ];
          return nightsChangedByPeriod(period, sets, true);
        });
        expect(unpublished(changedNights(withSeason(season), withSeason()), ranges)).toEqual([]);
        expect(unpublished(changedNights(withSeason(season), withSeason(other)), ranges)).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('contain every night that changes when the time for same-day arrivals is over', () => {
    fc.assert(
      fc.property(anyCalendarSources, (sources) => {
        const { date } = sources.now;
        const [before, after] = ['00:00', '23:59'].map((time) => ({ ...sources, now: { date, time } }));
        expect(unpublished(changedNights(before!, after!), nightsChangedByDays(date, date, sources.property))).toEqual(
          [],
        );
      }),
      { numRuns },
    );
  });

  it('contain every night that changes when one or several days end', () => {
    fc.assert(
      fc.property(anyCalendarSources, fc.integer({ min: 1, max: 3 }), (sources, days) => {
        const { date } = sources.now;
        const today = addDays(date, days);
        const later = { ...sources, now: { date: today, time: '00:00' } };
        const ranges = nightsChangedByDays(date, today, sources.property);
        expect(unpublished(changedNights(sources, later), ranges)).toEqual([]);
      }),
      { numRuns },
    );
  });
});
