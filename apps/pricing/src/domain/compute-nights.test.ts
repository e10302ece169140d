import { inputsOf, noRules, occupancyOf } from '../testing/pricing-inputs';
import { computeNights } from './compute-nights';
import type { Night, NightPrice, PricingInputs } from './pricing-types';

/** The property sells every night at 100.00 EUR; today is Wednesday, 2026-07-01, and it is noon. */
const rate = { rent: 100, amount: 100 };
const nights = (inputs: PricingInputs, from: string, to: string) => computeNights(inputs, from, to);
const only = <Field extends keyof Night>(all: Night[], field: Field) => all.map((night) => night[field]);
const statuses = (all: Night[]) => all.map(({ status, gap_type }) => gap_type ?? status);

describe('the nights of a property', () => {
  it('are sparse: what is not set is not there', () => {
    expect(nights(inputsOf(), '2026-07-02', '2026-07-03')).toEqual([
      { date: '2026-07-02', status: 'available', rate },
      { date: '2026-07-03', status: 'available', rate },
    ]);
  });

  it('show what is set', () => {
    const inputs = inputsOf({
      property: {
        currencyCode: 'KWD',
        requiredGapBefore: 1,
        rules: { ...noRules, minNights: 2, maxNights: 9, noArrivalWeekdays: [6], noDepartureWeekdays: [6] },
      },
      seasons: [
        {
          id: 7,
          period: { kind: 'yearly', from: '07-04', to: '07-04' },
          rate: { amountMinor: 1, byWeekdayMinor: {} },
          rules: noRules,
        },
      ],
      holidays: [{ id: 1, period: { kind: 'yearly', from: '07-04', to: '07-04' }, name: 'Independence Day' }],
      spotRates: new Map([
        ['2026-07-04', { amountMinor: 50_125, minNights: 3, isArrivalDisallowed: null, isDepartureDisallowed: null }],
      ]),
      adjusters: [
        { id: 1, change: { kind: 'percent', percent: 10 }, dateRanges: null, weekdays: null, seasonIds: [7] },
      ],
    });
    expect(nights(inputs, '2026-07-04', '2026-07-04')).toEqual([
      {
        date: '2026-07-04',
        status: 'available',
        rate: { rent: 50.125, amount: 55.138, season_id: 7, is_spot_rate: true },
        rules: {
          min_nights: 3,
          max_nights: 9,
          is_arrival_disallowed: true,
          is_departure_disallowed: true,
          is_gap_required: true,
        },
        holiday_name: 'Independence Day',
      },
    ]);
  });

  it('have the status of what occupies them', () => {
    const types = ['booking', 'owner', 'block', 'quote_hold', 'linked_availability', 'time_share'];
    const occupancies = types.map((type, index) =>
      occupancyOf(index + 1, `2026-07-1${index}`, `2026-07-1${index + 1}`, { type }),
    );
    const all = nights(inputsOf({ occupancies }), '2026-07-09', '2026-07-16');
    expect(statuses(all)).toEqual([
      'available',
      'booked',
      'booked',
      'blocked',
      'blocked',
      'blocked',
      'unavailable',
      'available',
    ]);
    expect(only(all, 'booking_id')).toEqual([undefined, 1, 2, 3, 4, 5, 6, undefined]);
  });

  it('name on a turnover day the incoming booking, and tell that the other one leaves', () => {
    const inputs = inputsOf({
      occupancies: [occupancyOf(1, '2026-07-02', '2026-07-04'), occupancyOf(2, '2026-07-04', '2026-07-05')],
    });
    expect(nights(inputs, '2026-07-02', '2026-07-05')).toEqual([
      { date: '2026-07-02', status: 'booked', is_arrival: true, booking_id: 1, rate },
      { date: '2026-07-03', status: 'booked', booking_id: 1, rate },
      { date: '2026-07-04', status: 'booked', is_arrival: true, is_departure: true, booking_id: 2, rate },
      { date: '2026-07-05', status: 'available', is_departure: true, rate },
    ]);
    expect(nights(inputs, '2026-07-05', '2026-07-05')).toEqual([
      { date: '2026-07-05', status: 'available', is_departure: true, rate },
    ]);
  });

  it('name the lowest id of several records, a booking before linked ones', () => {
    const linked = { type: 'linked_availability', sourceType: 'booking' };
    const inputs = inputsOf({
      occupancies: [
        occupancyOf(9, '2026-07-02', '2026-07-05', linked),
        occupancyOf(3, '2026-07-03', '2026-07-05', linked),
        occupancyOf(12, '2026-07-04', '2026-07-05'),
      ],
    });
    const all = nights(inputs, '2026-07-02', '2026-07-04');
    expect(only(all, 'booking_id')).toEqual([9, 3, 12]);
    expect(only(all, 'status')).toEqual(['blocked', 'blocked', 'booked']);
  });

  it('beyond the booking window are left out, occupied ones too', () => {
    const inputs = inputsOf({
      property: { bookingWindowDays: 10 },
      occupancies: [occupancyOf(1, '2026-07-09', '2026-07-14')],
    });
    expect(only(nights(inputs, '2026-07-09', '2026-07-31'), 'date')).toEqual(['2026-07-09', '2026-07-10']);
    expect(nights(inputs, '2026-07-11', '2026-07-31')).toEqual([]);
  });

  it('are shown as required gaps around stays, and the setting on every night', () => {
    const inputs = inputsOf({
      property: { requiredGapBefore: 1, requiredGapAfter: 2 },
      occupancies: [
        occupancyOf(1, '2026-07-10', '2026-07-12'),
        occupancyOf(2, '2026-07-12', '2026-07-13', { type: 'block' }),
      ],
    });
    const all = nights(inputs, '2026-07-07', '2026-07-14');
    expect(statuses(all)).toEqual([
      'available',
      'required',
      'required',
      'booked',
      'booked',
      'blocked',
      'required',
      'available',
    ]);
    expect(only(all, 'rules')).toEqual(all.map(() => ({ is_gap_required: true })));
  });

  it('are orphans where no stay fits between others, unless it may fill the gap', () => {
    const around = [occupancyOf(1, '2026-07-05', '2026-07-10'), occupancyOf(2, '2026-07-12', '2026-07-20')];
    const property = { rules: { ...noRules, minNights: 3 } };
    const orphans = inputsOf({ property, occupancies: around });
    expect(nights(orphans, '2026-07-10', '2026-07-11')).toEqual([
      { date: '2026-07-10', status: 'gap', gap_type: 'orphan', is_departure: true, rate, rules: { min_nights: 3 } },
      { date: '2026-07-11', status: 'gap', gap_type: 'orphan', rate, rules: { min_nights: 3 } },
    ]);
    const filled = inputsOf({ property: { ...property, minNightsInGap: 2 }, occupancies: around });
    expect(nights(filled, '2026-07-10', '2026-07-11')).toEqual([
      { date: '2026-07-10', status: 'available', is_departure: true, rate, rules: { min_nights: 2 } },
      { date: '2026-07-11', status: 'available', rate, rules: { min_nights: 3 } },
    ]);
  });

  it('can be filled where no stay would fit without the others', () => {
    const inputs = inputsOf({
      property: { bookingWindowDays: 4, minNightsInGap: 1, rules: { ...noRules, minNights: 7 } },
      occupancies: [occupancyOf(1, '2026-07-01', '2026-07-02'), occupancyOf(2, '2026-07-03', '2026-07-05')],
    });
    expect(nights(inputs, '2026-07-02', '2026-07-02')).toEqual([
      { date: '2026-07-02', status: 'available', is_departure: true, rate },
    ]);
  });

  it('at the end of the booking window are no orphans', () => {
    const inputs = inputsOf({ property: { bookingWindowDays: 2, rules: { ...noRules, minNights: 3 } } });
    expect(nights(inputs, '2026-07-01', '2026-07-03')).toEqual([
      { date: '2026-07-01', status: 'available', rate, rules: { min_nights: 3, is_stay_disallowed: true } },
      { date: '2026-07-02', status: 'available', rate, rules: { min_nights: 3, is_stay_disallowed: true } },
    ]);
  });

  it('disallow stays without a price, and then have no rate; occupied ones too', () => {
    const inputs = inputsOf({
      property: { defaultRate: null },
      occupancies: [occupancyOf(1, '2026-07-03', '2026-07-04')],
    });
    expect(nights(inputs, '2026-07-02', '2026-07-03')).toEqual([
      { date: '2026-07-02', status: 'available', rules: { is_stay_disallowed: true } },
      { date: '2026-07-03', status: 'booked', is_arrival: true, booking_id: 1, rules: { is_stay_disallowed: true } },
    ]);
  });

  it('of a snoozed or an inactive property disallow stays where they are vacant', () => {
    for (const property of [{ isSnoozed: true }, { isActive: false }, { acceptsOneAdult: false }]) {
      const inputs = inputsOf({ property, occupancies: [occupancyOf(1, '2026-07-03', '2026-07-04')] });
      const all = nights(inputs, '2026-07-02', '2026-07-04');
      expect(only(all, 'rules')).toEqual([{ is_stay_disallowed: true }, undefined, { is_stay_disallowed: true }]);
      expect(statuses(all)).toEqual(['available', 'booked', 'available']);
    }
  });

  it('that come too soon disallow stays and are no orphans', () => {
    const late = inputsOf({ now: { date: '2026-07-01', time: '18:00' } });
    expect(only(nights(late, '2026-07-01', '2026-07-02'), 'rules')).toEqual([{ is_stay_disallowed: true }, undefined]);
    const notice = inputsOf({ property: { advanceNoticeDays: 2 } });
    expect(only(nights(notice, '2026-07-01', '2026-07-03'), 'rules')).toEqual([
      { is_stay_disallowed: true },
      { is_stay_disallowed: true },
      undefined,
    ]);
  });
});

describe('past nights', () => {
  const summerPrice: NightPrice = { rentMinor: 80_00, amountMinor: 88_00, seasonId: 4, isSpotRate: true };
  const inputs = inputsOf({
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

  it('show the prices of when their day ended, no rules, and no gaps', () => {
    expect(nights(inputs, '2026-06-26', '2026-06-30')).toEqual([
      { date: '2026-06-26', status: 'booked', is_arrival: true, booking_id: 1, rate: recorded },
      { date: '2026-06-27', status: 'booked', booking_id: 1, rate: recorded },
      { date: '2026-06-28', status: 'available', is_departure: true, rules: cannotBeSold },
      { date: '2026-06-29', status: 'booked', is_arrival: true, booking_id: 2, rate },
      { date: '2026-06-30', status: 'available', is_departure: true, rate, rules: cannotBeSold },
    ]);
  });

  it('before the recorded history are left out', () => {
    expect(only(nights(inputs, '2026-06-01', '2026-06-27'), 'date')).toEqual(['2026-06-26', '2026-06-27']);
    expect(nights(inputs, '2026-06-01', '2026-06-25')).toEqual([]);
    expect(only(nights(inputsOf(), '2026-06-01', '2026-07-01'), 'date')).toEqual(['2026-07-01']);
  });
});
