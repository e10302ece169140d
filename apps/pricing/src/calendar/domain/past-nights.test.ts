import type { NightPrice } from '../../nights/domain/calendar-sources';
import { noRules, occupancyOf, sourcesOf } from '../../testing/calendar-sources';
import { computeNights } from './compute-nights';

describe('past nights', () => {
  const rate = { rent: 100, amount: 100 };
  const datesOf = (...args: Parameters<typeof computeNights>) => computeNights(...args).map(({ date }) => date);
  const summerPrice: NightPrice = { rentMinor: 80_00, amountMinor: 88_00, seasonId: 4, isSpotRate: true };
  const sources = sourcesOf({
    property: { requiredGapAfter: 1, rules: { ...noRules, minNights: 3 } },
    occupancies: [occupancyOf(1, '2026-06-26', '2026-06-28'), occupancyOf(2, '2026-06-29', '2026-06-30')],
    history: {
      from: '2026-06-26',
      prices: new Map([
        ['2026-06-26', summerPrice],
        ['2026-06-27', summerPrice],
        ['2026-06-28', null],
      ]),
    },
  });
  const recorded = { rent: 80, amount: 88, season_id: 4, is_spot_rate: true };
  const cannotBeSold = { is_stay_disallowed: true };

  it('have the recorded prices, and no rule except is_stay_disallowed', () => {
    expect(computeNights(sources, '2026-06-26', '2026-06-30')).toEqual([
      { date: '2026-06-26', status: 'booked', is_arrival: true, booking_id: 1, rate: recorded },
      { date: '2026-06-27', status: 'booked', booking_id: 1, rate: recorded },
      { date: '2026-06-28', status: 'available', is_departure: true, rules: cannotBeSold },
      { date: '2026-06-29', status: 'booked', is_arrival: true, booking_id: 2, rate },
      { date: '2026-06-30', status: 'available', is_departure: true, rate, rules: cannotBeSold },
    ]);
  });

  it('are omitted if they are older than the recorded history', () => {
    expect(datesOf(sources, '2026-06-01', '2026-06-27')).toEqual(['2026-06-26', '2026-06-27']);
    expect(computeNights(sources, '2026-06-01', '2026-06-25')).toEqual([]);
    expect(datesOf(sourcesOf(), '2026-06-01', '2026-07-01')).toEqual(['2026-07-01']);
  });
});
