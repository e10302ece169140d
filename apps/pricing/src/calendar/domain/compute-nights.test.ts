import { sourcesOf, noRules, occupancyOf } from '../../testing/calendar-sources';
import { computeNights } from './compute-nights';
import type { CalendarSources } from '../../nights/domain/calendar-sources';
import type { Night } from './night';

/** In these tests every night costs 100.00 EUR, and it is noon on Wednesday, 2026-07-01. */
const rate = { rent: 100, amount: 100 };
const nights = (sources: CalendarSources, from: string, to: string) => computeNights(sources, from, to);
const only = <Field extends keyof Night>(all: Night[], field: Field) => all.map((night) => night[field]);
const statuses = (all: Night[]) => all.map(({ status, gap_type }) => gap_type ?? status);

describe('the nights of a property', () => {
  it('omit fields that are not set', () => {
    expect(nights(sourcesOf(), '2026-07-02', '2026-07-03')).toEqual([
      { date: '2026-07-02', status: 'available', rate },
      { date: '2026-07-03', status: 'available', rate },
    ]);
  });

  it('include every field that is set', () => {
    const sources = sourcesOf({
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
    expect(nights(sources, '2026-07-04', '2026-07-04')).toEqual([
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

  it('have a status that depends on the type of the record that occupies them', () => {
    const types = ['booking', 'owner', 'block', 'quote_hold', 'linked_availability', 'time_share'];
    const occupancies = types.map((type, index) =>
      occupancyOf(index + 1, `2026-07-1${index}`, `2026-07-1${index + 1}`, { type }),
    );
    const all = nights(sourcesOf({ occupancies }), '2026-07-09', '2026-07-16');
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

  it('have the id of the arriving booking on a turnover day, and both is_arrival and is_departure', () => {
    const sources = sourcesOf({
      occupancies: [occupancyOf(1, '2026-07-02', '2026-07-04'), occupancyOf(2, '2026-07-04', '2026-07-05')],
    });
    expect(nights(sources, '2026-07-02', '2026-07-05')).toEqual([
      { date: '2026-07-02', status: 'booked', is_arrival: true, booking_id: 1, rate },
      { date: '2026-07-03', status: 'booked', booking_id: 1, rate },
      { date: '2026-07-04', status: 'booked', is_arrival: true, is_departure: true, booking_id: 2, rate },
      { date: '2026-07-05', status: 'available', is_departure: true, rate },
    ]);
    expect(nights(sources, '2026-07-05', '2026-07-05')).toEqual([
      { date: '2026-07-05', status: 'available', is_departure: true, rate },
    ]);
  });

  it('have the booking_id of the booking, or, without a booking, the lowest id of the linked records', () => {
    const linked = { type: 'linked_availability', sourceType: 'booking' };
    const sources = sourcesOf({
      occupancies: [
        occupancyOf(9, '2026-07-02', '2026-07-05', linked),
        occupancyOf(3, '2026-07-03', '2026-07-05', linked),
        occupancyOf(12, '2026-07-04', '2026-07-05'),
      ],
    });
    const all = nights(sources, '2026-07-02', '2026-07-04');
    expect(only(all, 'booking_id')).toEqual([9, 3, 12]);
    expect(only(all, 'status')).toEqual(['blocked', 'blocked', 'booked']);
  });

  it('have the booking that holds the night in `booking_id`, and the overbooked bookings in `overbooked_booking_ids`', () => {
    const sources = sourcesOf({
      occupancies: [
        occupancyOf(3, '2026-07-02', '2026-07-06', { overbookedNights: ['2026-07-03', '2026-07-04'] }),
        occupancyOf(5, '2026-07-03', '2026-07-05'),
        occupancyOf(4, '2026-07-04', '2026-07-05', { overbookedNights: ['2026-07-04'] }),
      ],
    });
    expect(nights(sources, '2026-07-02', '2026-07-06')).toEqual([
      { date: '2026-07-02', status: 'booked', is_arrival: true, booking_id: 3, rate },
      { date: '2026-07-03', status: 'booked', is_arrival: true, booking_id: 5, overbooked_booking_ids: [3], rate },
      { date: '2026-07-04', status: 'booked', is_arrival: true, booking_id: 5, overbooked_booking_ids: [3, 4], rate },
      { date: '2026-07-05', status: 'booked', is_departure: true, booking_id: 3, rate },
      { date: '2026-07-06', status: 'available', is_departure: true, rate },
    ]);
  });

  it('have the id of the linked record in `booking_id`, even if a booking overbooks the nights', () => {
    const sources = sourcesOf({
      occupancies: [
        occupancyOf(3, '2026-07-02', '2026-07-04', { overbookedNights: ['2026-07-02', '2026-07-03'] }),
        occupancyOf(8, '2026-07-01', '2026-07-05', { type: 'linked_availability', sourceType: 'booking' }),
      ],
    });
    const all = nights(sources, '2026-07-01', '2026-07-05');
    expect(statuses(all)).toEqual(['blocked', 'blocked', 'blocked', 'blocked', 'available']);
    expect(only(all, 'booking_id')).toEqual([8, 8, 8, 8, undefined]);
    expect(only(all, 'overbooked_booking_ids')).toEqual([undefined, [3], [3], undefined, undefined]);
    expect(only(all, 'is_arrival')).toEqual([true, true, undefined, undefined, undefined]);
    expect(only(all, 'is_departure')).toEqual([undefined, undefined, undefined, true, true]);
  });

  it('have the id of the overbooked booking in `booking_id` if the booking that holds the night is unknown', () => {
    const sources = sourcesOf({
      occupancies: [occupancyOf(3, '2026-07-02', '2026-07-03', { overbookedNights: ['2026-07-02'] })],
    });
    expect(nights(sources, '2026-07-02', '2026-07-02')).toEqual([
      { date: '2026-07-02', status: 'booked', is_arrival: true, booking_id: 3, rate },
    ]);
  });

  it('have is_arrival and is_departure for linked records only at the beginning and end of consecutive blocked nights', () => {
    const linked = { type: 'linked_availability', sourceType: 'booking' };
    const sources = sourcesOf({
      occupancies: [
        occupancyOf(1, '2026-07-02', '2026-07-04', linked),
        occupancyOf(2, '2026-07-03', '2026-07-06', linked),
        occupancyOf(3, '2026-07-06', '2026-07-07', linked),
        occupancyOf(4, '2026-07-07', '2026-07-08'),
        occupancyOf(5, '2026-07-08', '2026-07-09', linked),
      ],
    });
    const all = nights(sources, '2026-07-02', '2026-07-09');
    const dates = (edge: 'is_arrival' | 'is_departure') =>
      all.filter((night) => night[edge]).map(({ date }) => date.slice(8));
    expect(dates('is_arrival')).toEqual(['02', '07', '08']);
    expect(dates('is_departure')).toEqual(['07', '08', '09']);
  });

  it('are omitted beyond the booking window, even if they are occupied', () => {
    const sources = sourcesOf({
      property: { bookingWindowDays: 10 },
      occupancies: [occupancyOf(1, '2026-07-09', '2026-07-14')],
    });
    expect(only(nights(sources, '2026-07-09', '2026-07-31'), 'date')).toEqual(['2026-07-09', '2026-07-10']);
    expect(nights(sources, '2026-07-11', '2026-07-31')).toEqual([]);
  });

  it('have `required` as their gap_type if they are within the required gap before or after a stay', () => {
    const sources = sourcesOf({
      property: { requiredGapBefore: 1, requiredGapAfter: 2 },
      occupancies: [
        occupancyOf(1, '2026-07-10', '2026-07-12'),
        occupancyOf(2, '2026-07-12', '2026-07-13', { type: 'block' }),
      ],
    });
    const all = nights(sources, '2026-07-07', '2026-07-14');
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

  it('are orphans if fewer than min_nights are vacant between two stays, unless min_nights_in_gap allows a stay', () => {
    const around = [occupancyOf(1, '2026-07-05', '2026-07-10'), occupancyOf(2, '2026-07-12', '2026-07-20')];
    const property = { rules: { ...noRules, minNights: 3 } };
    const orphans = sourcesOf({ property, occupancies: around });
    expect(nights(orphans, '2026-07-10', '2026-07-11')).toEqual([
      { date: '2026-07-10', status: 'gap', gap_type: 'orphan', is_departure: true, rate, rules: { min_nights: 3 } },
      { date: '2026-07-11', status: 'gap', gap_type: 'orphan', rate, rules: { min_nights: 3 } },
    ]);
    const filled = sourcesOf({ property: { ...property, minNightsInGap: 2 }, occupancies: around });
    expect(nights(filled, '2026-07-10', '2026-07-11')).toEqual([
      { date: '2026-07-10', status: 'available', is_departure: true, rate, rules: { min_nights: 2 } },
      { date: '2026-07-11', status: 'available', rate, rules: { min_nights: 3 } },
    ]);
  });

  it('are available between two stays if min_nights_in_gap allows a stay, even if min_nights exceeds the booking window', () => {
    const sources = sourcesOf({
      property: { bookingWindowDays: 4, minNightsInGap: 1, rules: { ...noRules, minNights: 7 } },
      occupancies: [occupancyOf(1, '2026-07-01', '2026-07-02'), occupancyOf(2, '2026-07-03', '2026-07-05')],
    });
    expect(nights(sources, '2026-07-02', '2026-07-02')).toEqual([
      { date: '2026-07-02', status: 'available', is_departure: true, rate },
    ]);
  });

  it('are not orphans at the end of the booking window', () => {
    const sources = sourcesOf({ property: { bookingWindowDays: 2, rules: { ...noRules, minNights: 3 } } });
    expect(nights(sources, '2026-07-01', '2026-07-03')).toEqual([
      { date: '2026-07-01', status: 'available', rate, rules: { min_nights: 3, is_stay_disallowed: true } },
      { date: '2026-07-02', status: 'available', rate, rules: { min_nights: 3, is_stay_disallowed: true } },
    ]);
  });

  it('have is_stay_disallowed and no rate if they have no price, even if they are occupied', () => {
    const sources = sourcesOf({
      property: { defaultRate: null },
      occupancies: [occupancyOf(1, '2026-07-03', '2026-07-04')],
    });
    expect(nights(sources, '2026-07-02', '2026-07-03')).toEqual([
      { date: '2026-07-02', status: 'available', rules: { is_stay_disallowed: true } },
      { date: '2026-07-03', status: 'booked', is_arrival: true, booking_id: 1, rules: { is_stay_disallowed: true } },
    ]);
  });

  it('have is_stay_disallowed when they are vacant and the property is snoozed, inactive or does not accept one adult', () => {
    for (const property of [{ isSnoozed: true }, { isActive: false }, { acceptsOneAdult: false }]) {
      const sources = sourcesOf({ property, occupancies: [occupancyOf(1, '2026-07-03', '2026-07-04')] });
      const all = nights(sources, '2026-07-02', '2026-07-04');
      expect(only(all, 'rules')).toEqual([{ is_stay_disallowed: true }, undefined, { is_stay_disallowed: true }]);
      expect(statuses(all)).toEqual(['available', 'booked', 'available']);
    }
  });

  it('have is_stay_disallowed if an arrival would be too late for the advance notice', () => {
    const late = sourcesOf({ now: { date: '2026-07-01', time: '18:00' } });
    expect(only(nights(late, '2026-07-01', '2026-07-02'), 'rules')).toEqual([{ is_stay_disallowed: true }, undefined]);
    const notice = sourcesOf({ property: { advanceNoticeDays: 2 } });
    expect(only(nights(notice, '2026-07-01', '2026-07-03'), 'rules')).toEqual([
      { is_stay_disallowed: true },
      { is_stay_disallowed: true },
      undefined,
    ]);
  });
});
