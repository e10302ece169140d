import { addDays } from '@keyhaven/stays/calendar-date';
import fc from 'fast-check';
import { anyCalendarSources, anyRecord, anySpotRate, REACH_DAYS } from '../../testing/any-calendar-sources';
import { mayReduceToZero } from '../../nights/domain/adjust-rate';
import { computeNights } from './compute-nights';
import { requiredGap } from '../../nights/domain/occupied-nights';
import { nightsChangedByRate, mergeSpans, withGaps } from './changed-nights';
import type { Occupancy, CalendarSources, SpotRate } from '../../nights/domain/calendar-sources';

/** KEYHAVEN_CASES=20000 runs more cases and takes some minutes. */
const numRuns = Number(process.env.KEYHAVEN_CASES ?? 500);

/** The dates of the nights that the calendar shows differently before and after a change. */
function changedNights(before: CalendarSources, after: CalendarSources): string[] {
  const [old, now] = [before, after].map((sources) => {
    const nights = computeNights(sources, addDays(sources.now.date, -8), addDays(sources.now.date, REACH_DAYS + 12));
    return new Map(nights.map((night) => [night.date, JSON.stringify(night)]));
  });
  return [...new Set([...old!.keys(), ...now!.keys()])].filter((date) => old!.get(date) !== now!.get(date));
}

/** The slow and obvious way: the nights from the record before to the record after. */
function findChangedNights(others: readonly Occupancy[], record: Occupancy, gap: number): { from: string; to: string } {
  const { arrival, departure } = withGaps(record, gap);
  return {
    from: others.reduce(
      (from, other) => (other.departure <= arrival && other.departure > from ? other.departure : from),
      '0',
    ),
    to: others.reduce((to, other) => (other.arrival >= departure && other.arrival < to ? other.arrival : to), '9'),
  };
}

describe('the published nights include every changed night', () => {
  it('when a record is added or removed', () => {
    fc.assert(
      fc.property(anyCalendarSources, anyRecord, (sources, recordAt) => {
        const record = { bookingId: 99, ...recordAt(sources.now.date) };
        const published = findChangedNights(sources.occupancies, record, requiredGap(sources.property));
        const changed = changedNights(sources, { ...sources, occupancies: [...sources.occupancies, record] });
        expect(changed.filter((date) => date < published.from || date > published.to)).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('when a spot rate changes', () => {
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
          const isPublished = (published: { from: string; to: string }) => (night: string) =>
            night >= published.from && night <= published.to;
          expect(changed(after).every(isPublished(nightsChangedByRate(date, true)))).toBe(true);
          if (before.amountMinor === null) return;
          const dearer = { ...before, amountMinor: before.amountMinor + (after.amountMinor ?? 1) };
          const mayLosePrice = mayReduceToZero(sources.adjusters)(before.amountMinor);
          expect(changed(dearer).every(isPublished(nightsChangedByRate(date, mayLosePrice)))).toBe(true);
        },
      ),
      { numRuns },
    );
  });
});

describe('ranges of changed nights', () => {
  it('are merged and sorted', () => {
    const span = (from: string, to = from) => ({ from: `2026-07-${from}`, to: `2026-07-${to}` });
    expect(mergeSpans([span('08'), span('01', '04'), span('05'), span('02', '03')])).toEqual([
      span('01', '05'),
      span('08'),
    ]);
  });

  it('become one range when there are too many', () => {
    const spans = Array.from({ length: 60 }, (_, index) => addDays('2026-07-01', 2 * index));
    expect(mergeSpans(spans.map((date) => ({ from: date, to: date })))).toEqual([
      { from: '2026-07-01', to: addDays('2026-07-01', 118) },
    ]);
  });
});
