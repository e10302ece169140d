import { weekdayOf } from '@keyhaven/stays/calendar-date';
import fc from 'fast-check';
import { adjustRate, adjustsNight, mayReduceToZero } from './adjust-rate';
import type { RateAdjuster } from './calendar-sources';

const always = { id: 1, dateRanges: null, weekdays: null, seasonIds: null };
const byPercent = (percent: number): RateAdjuster => ({ ...always, change: { kind: 'percent', percent } });
const byAmount = (amountMinor: number): RateAdjuster => ({ ...always, change: { kind: 'amount', amountMinor } });
const adjusters = fc.array(
  fc.oneof(
    fc.integer({ min: -200_000, max: 200_000 }).map((thousandths) => byPercent(thousandths / 1000)),
    fc.integer({ min: -50_000, max: 50_000 }).map(byAmount),
  ),
  { maxLength: 6 },
);
const rents = fc.integer({ min: 1, max: 100_000_000_000 });

describe('the price of a night with rate adjusters', () => {
  it('is the rent plus the sum of all percentages, without compounding, plus all amounts', () => {
    // 100.00 + 20 % = 120.00 (not 121.00, which compounding would give), less 5.00.
    expect(adjustRate(100_00, [byPercent(10), byAmount(-5_00), byPercent(10)])).toBe(115_00);
  });

  it('is rounded once, half away from zero', () => {
    // 1.01 + 50 % = 1.515; 0.33 + 25 % = 0.4125; 1.01 - 50 % = 0.505.
    expect(adjustRate(1_01, [byPercent(50)])).toBe(1_52);
    expect(adjustRate(33, [byPercent(12.5), byPercent(12.5)])).toBe(41);
    expect(adjustRate(1_01, [byPercent(-50)])).toBe(51);
  });

  it('is exact, without binary rounding errors', () => {
    // 12.3 % of 50.00 is exactly 6.15.
    expect(adjustRate(50_00, [byPercent(12.1), byPercent(0.2)])).toBe(56_15);
    // 8.875 % of 20.00 is 1.775.
    expect(adjustRate(20_00, [byPercent(8.875)])).toBe(21_78);
  });

  it('is never negative', () => {
    expect(adjustRate(100_00, [byPercent(-150)])).toBe(0);
    expect(adjustRate(100_00, [byAmount(-100_01)])).toBe(0);
    fc.assert(fc.property(rents, adjusters, (rent, all) => adjustRate(rent, all) >= 0));
  });

  it('is the same for any order of adjusters, and equals the rent if there are no adjusters', () => {
    fc.assert(
      fc.property(rents, adjusters, (rent, all) => adjustRate(rent, all) === adjustRate(rent, [...all].reverse())),
    );
    fc.assert(fc.property(rents, (rent) => adjustRate(rent, []) === rent));
  });
});

describe('mayReduceToZero', () => {
  it('is true if any subset of the adjusters reduces the price to 0', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), adjusters, fc.array(fc.boolean()), (rent, all, chosen) => {
        const some = all.filter((_, index) => chosen[index]);
        if (adjustRate(rent, some) === 0) expect(mayReduceToZero(all)(rent)).toBe(true);
      }),
    );
  });

  it('is false if the price stays above 0 with all of the adjusters that reduce it', () => {
    expect(mayReduceToZero([byPercent(-50), byAmount(-49_99), byPercent(10)])(100_00)).toBe(false);
    expect(mayReduceToZero([byPercent(-50), byAmount(-50_00), byPercent(10)])(100_00)).toBe(true);
    expect(mayReduceToZero([])(1)).toBe(false);
  });
});

describe('a rate adjuster', () => {
  const applies = (adjuster: RateAdjuster, date: string, seasonId: number | null) =>
    adjustsNight(adjuster, { date, weekday: weekdayOf(date), seasonId });

  const weekendOfSummer: RateAdjuster = {
    ...byPercent(10),
    dateRanges: [
      { from: '2026-06-01', to: '2026-06-30' },
      { from: '2026-07-01', to: '2026-07-04' },
    ],
    weekdays: [5, 6],
    seasonIds: [7, 8],
  };

  it('applies to a night that matches one value of each criterion', () => {
    expect(applies(weekendOfSummer, '2026-07-03', 7)).toBe(true);
    expect(applies(weekendOfSummer, '2026-07-04', 8)).toBe(true);
    expect(applies(weekendOfSummer, '2026-06-06', 8)).toBe(true);
  });

  it('does not apply if one criterion does not match', () => {
    expect(applies(weekendOfSummer, '2026-07-10', 7)).toBe(false);
    expect(applies(weekendOfSummer, '2026-07-02', 7)).toBe(false);
    expect(applies(weekendOfSummer, '2026-07-03', 9)).toBe(false);
    expect(applies(weekendOfSummer, '2026-07-03', null)).toBe(false);
  });

  it('applies to every night if it has no criteria', () => {
    expect(applies(byPercent(10), '2026-07-03', null)).toBe(true);
  });
});
