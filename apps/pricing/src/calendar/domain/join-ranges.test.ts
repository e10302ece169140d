import {
  calendarCategories,
  type CalendarCategory,
  type ChangedRange,
  MAX_CHANGED_RANGES,
} from '@keyhaven/contracts/pricing/calendar-change';
import { FIRST_DATE, LAST_DATE } from '@keyhaven/contracts/shared/dates';
import { addDays } from '@keyhaven/stays/calendar-date';
import { nightsOf } from '@keyhaven/stays/nights';
import fc from 'fast-check';
import { EVERYTHING, nightsAround } from './changed-nights';
import { joinRanges } from './join-ranges';

const TODAY = '2026-07-01';

const anyRange = (reachDays: number, longest: number): fc.Arbitrary<ChangedRange> =>
  fc
    .record({
      start: fc.integer({ min: 0, max: reachDays }),
      nights: fc.integer({ min: 1, max: longest }),
      categories: fc.subarray([...calendarCategories], { minLength: 1 }),
    })
    .map(({ start, nights, categories }) => ({
      from: addDays(TODAY, start),
      to: addDays(TODAY, start + nights - 1),
      categories,
    }));

/** Lists each combination of a night and a category in the ranges once. */
function named(ranges: readonly ChangedRange[]): string[] {
  const nights = ranges.flatMap(({ from, to, categories }) =>
    nightsOf({ arrival: from, departure: addDays(to, 1) }).flatMap((night) =>
      categories.map((one) => `${night} ${one}`),
    ),
  );
  return [...new Set(nights)].sort();
}

const isInOrder = (ranges: readonly ChangedRange[]) =>
  ranges.every(({ from, to }, index) => from <= to && (index === 0 || from > ranges[index - 1]!.to));

describe('joined ranges of changed nights', () => {
  it('contain exactly the nights and categories of the original ranges, in order and without overlaps', () => {
    fc.assert(
      fc.property(fc.array(anyRange(60, 20), { maxLength: 12 }), (ranges) => {
        const joined = joinRanges(ranges);
        expect([named(joined), isInOrder(joined)]).toEqual([named(ranges), true]);
        expect(joinRanges(joined)).toEqual(joined);
      }),
    );
  });

  it('contain every night of the original ranges if there are more ranges than an event may have', () => {
    fc.assert(
      fc.property(fc.array(anyRange(2_000, 2), { minLength: 200, maxLength: 300 }), (ranges) => {
        const joined = joinRanges(ranges);
        expect([joined.length <= MAX_CHANGED_RANGES, isInOrder(joined)]).toEqual([true, true]);
        const names = new Set(named(joined));
        expect(named(ranges).filter((night) => !names.has(night))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('are merged with their nearest neighbours if there are more ranges than an event may have', () => {
    const nights = Array.from({ length: MAX_CHANGED_RANGES + 1 }, (_, index) => addDays(TODAY, 10 * index));
    const rates: CalendarCategory[] = ['rates'];
    const ranges = nights.map((night) => ({ from: night, to: night, categories: rates }));
    const near: ChangedRange = { from: addDays(TODAY, 12), to: addDays(TODAY, 12), categories: ['rules'] };
    const joined = joinRanges([...ranges.slice(0, -1), near]);
    expect(joined[1]).toEqual({ from: addDays(TODAY, 10), to: addDays(TODAY, 12), categories: ['rates', 'rules'] });
    expect(joined[2]).toEqual(ranges[2]);
  });

  it('contain only dates that the platform accepts', () => {
    expect(
      joinRanges([{ ...nightsAround({ from: FIRST_DATE, to: LAST_DATE }), categories: [...calendarCategories] }]),
    ).toEqual(EVERYTHING);
  });
});
