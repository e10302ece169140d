import { sourcesOf, noRules, occupancyOf } from '../../testing/calendar-sources';
import { judgeStay } from './judge-stay';
import type { CalendarSources, Weekday } from '../../nights/domain/calendar-sources';

/** In these tests it is noon on Wednesday, 2026-07-01. */
const judge = (sources: CalendarSources, arrival: string, departure: string) =>
  judgeStay(sources, { arrival, departure });
const rulesBroken = (sources: CalendarSources, arrival: string, departure: string) =>
  judge(sources, arrival, departure).brokenRules.map(({ rule }) => rule);
const messages = (sources: CalendarSources, arrival: string, departure: string) =>
  judge(sources, arrival, departure).brokenRules.map(({ message }) => message);
const rules = (fields: Partial<typeof noRules>) => ({ rules: { ...noRules, ...fields } });

describe('a guest stay', () => {
  it('is allowed if it breaks no rule', () => {
    expect(judge(sourcesOf(), '2026-07-01', '2026-07-04')).toEqual({
      takenNights: [],
      unpricedNights: [],
      brokenRules: [],
    });
  });

  it('cannot include nights that another record occupies, but can end when that record starts, or start when it ends', () => {
    const types = ['booking', 'owner', 'block', 'quote_hold', 'linked_availability', 'time_share'];
    for (const type of types) {
      const sources = sourcesOf({ occupancies: [occupancyOf(1, '2026-07-10', '2026-07-12', { type })] });
      expect(judge(sources, '2026-07-09', '2026-07-14').takenNights).toEqual(['2026-07-10', '2026-07-11']);
      expect(judge(sources, '2026-07-12', '2026-07-14').takenNights).toEqual([]);
      expect(judge(sources, '2026-07-08', '2026-07-10').takenNights).toEqual([]);
    }
  });

  it('cannot include nights without a price', () => {
    const season = { id: 1, period: { kind: 'dated', from: '2026-07-05', to: '2026-07-06' }, rules: noRules } as const;
    const sources = sourcesOf({
      property: { defaultRate: null },
      seasons: [{ ...season, rate: { amountMinor: 1_00, byWeekdayMinor: {} } }],
    });
    expect(judge(sources, '2026-07-05', '2026-07-08').unpricedNights).toEqual(['2026-07-07']);
    expect(judge(sources, '2026-07-05', '2026-07-07').unpricedNights).toEqual([]);
  });

  it('cannot include a past night that had no price when its day ended, but can include one that had a price', () => {
    const recorded = { rentMinor: 80_00, amountMinor: 80_00, seasonId: null, isSpotRate: false };
    const prices = new Map([
      ['2026-06-28', recorded],
      ['2026-06-29', null],
      // Recorded before the property moved to a time zone in which this day has not ended.
      ['2026-07-01', null],
    ]);
    const history = { from: '2026-06-28', prices };
    expect(judge(sourcesOf({ history }), '2026-06-28', '2026-07-03').unpricedNights).toEqual(['2026-06-29']);
    const withoutRate = sourcesOf({ history, property: { defaultRate: null } });
    const unpriced = ['2026-06-29', '2026-06-30', '2026-07-01'];
    expect(judge(withoutRate, '2026-06-28', '2026-07-02').unpricedNights).toEqual(unpriced);
  });

  it('needs a property that is active, is not snoozed, and allows one adult', () => {
    const sources = sourcesOf({ property: { isActive: false, isSnoozed: true, acceptsOneAdult: false } });
    expect(rulesBroken(sources, '2026-07-01', '2026-07-02')).toEqual(['inactive', 'snoozed', 'occupancy']);
  });

  it('needs at least the minimum number of nights that its arrival date requires', () => {
    const sources = sourcesOf({
      property: rules({ minNights: 2 }),
      seasons: [
        {
          id: 1,
          period: { kind: 'dated', from: '2026-07-10', to: '2026-07-20' },
          rate: null,
          rules: { ...noRules, minNights: 5 },
        },
      ],
    });
    expect(messages(sources, '2026-07-10', '2026-07-14')).toEqual([
      'A minimum of 5 nights is required for an arrival on 2026-07-10, and a departure on 2026-07-14 makes 4 nights; ' +
        'the earliest departure is 2026-07-15',
    ]);
    expect(rulesBroken(sources, '2026-07-10', '2026-07-15')).toEqual([]);
    expect(rulesBroken(sources, '2026-07-09', '2026-07-11')).toEqual([]);
  });

  it('has at most the maximum number of nights that its arrival date allows, and never more than 1,100', () => {
    expect(messages(sourcesOf({ property: rules({ maxNights: 7 }) }), '2026-07-03', '2026-07-11')).toEqual([
      'A maximum of 7 nights is allowed for an arrival on 2026-07-03, and a departure on 2026-07-11 makes 8 nights; ' +
        'the latest departure is 2026-07-10',
    ]);
    const open = sourcesOf({ property: { bookingWindowDays: null } });
    expect(rulesBroken(open, '2026-07-02', '2029-07-06')).toEqual([]);
    expect(rulesBroken(open, '2026-07-02', '2029-07-07')).toEqual(['max_nights']);
  });

  it('is never allowed if the maximum is 0 nights', () => {
    expect(messages(sourcesOf({ property: rules({ maxNights: 0 }) }), '2026-07-03', '2026-07-04')).toEqual([
      'A maximum of 0 nights is allowed for an arrival on 2026-07-03, and a departure on 2026-07-04 makes 1 night; ' +
        'no stay can arrive on that day',
    ]);
  });

  it('cannot arrive or depart on dates whose rules disallow it', () => {
    const sources = sourcesOf({ property: rules({ noArrivalWeekdays: [5], noDepartureWeekdays: [6, 0] }) });
    expect(messages(sources, '2026-07-03', '2026-07-05')).toEqual([
      'An arrival on Friday, 2026-07-03, is not allowed; the next day that allows one is Saturday, 2026-07-04',
      'A departure on Sunday, 2026-07-05, is not allowed; the next day that allows one is Monday, 2026-07-06',
    ]);
    expect(rulesBroken(sources, '2026-07-04', '2026-07-06')).toEqual([]);
  });

  it('is refused with a message about the next 31 days if none of them allows an arrival', () => {
    const everyDay: Weekday[] = [0, 1, 2, 3, 4, 5, 6];
    expect(
      messages(sourcesOf({ property: rules({ noArrivalWeekdays: everyDay }) }), '2026-07-03', '2026-07-05'),
    ).toEqual(['An arrival on Friday, 2026-07-03, is not allowed; none of the next 31 days allows one']);
  });

  it('cannot include nights that disallow stays, but can depart on the date of such a night', () => {
    const closed = {
      id: 1,
      period: { kind: 'dated', from: '2026-07-10', to: '2026-07-12' },
      rate: null,
      rules: { ...noRules, isStayDisallowed: true },
    } as const;
    const sources = sourcesOf({ seasons: [closed] });
    expect(messages(sources, '2026-07-09', '2026-07-12')).toEqual([
      'Stays are not allowed on 2026-07-10 to 2026-07-11; the stay must not include these nights',
    ]);
    expect(rulesBroken(sources, '2026-07-09', '2026-07-10')).toEqual([]);
  });
});

describe('the arrival of a stay', () => {
  const at = (time: string, property = {}) => sourcesOf({ now: { date: '2026-07-01', time }, property });

  it('can be today before the time in same_day_until', () => {
    expect(rulesBroken(at('17:59'), '2026-07-01', '2026-07-02')).toEqual([]);
    expect(messages(at('18:00'), '2026-07-01', '2026-07-02')).toEqual([
      'An arrival on 2026-07-01 is not allowed: arrivals of today are accepted before 18:00, and it is 18:00 at the ' +
        'property; the earliest arrival is 2026-07-02',
    ]);
    expect(rulesBroken(at('23:59', { sameDayUntil: null }), '2026-07-01', '2026-07-02')).toEqual([]);
    expect(rulesBroken(at('18:00'), '2026-07-02', '2026-07-03')).toEqual([]);
  });

  it('must respect the advance notice, whatever the time of day', () => {
    expect(messages(at('23:00', { advanceNoticeDays: 1 }), '2026-07-01', '2026-07-03')).toEqual([
      'An arrival on 2026-07-01 is not allowed: an advance notice of 1 day is required; the earliest arrival is ' +
        '2026-07-02',
    ]);
    expect(rulesBroken(at('23:00', { advanceNoticeDays: 1 }), '2026-07-02', '2026-07-03')).toEqual([]);
  });

  it('cannot be in the past', () => {
    expect(messages(at('12:00', { advanceNoticeDays: 2 }), '2026-06-30', '2026-07-10')).toEqual([
      'An arrival on 2026-06-30 is not allowed: it is before today, 2026-07-01 at the property; the earliest ' +
        'arrival is 2026-07-03',
    ]);
  });

  it('is refused if a night of the stay is beyond the booking window', () => {
    const sources = at('12:00', { bookingWindowDays: 10 });
    expect(rulesBroken(sources, '2026-07-08', '2026-07-11')).toEqual([]);
    expect(messages(sources, '2026-07-08', '2026-07-12')).toEqual([
      'The night of 2026-07-11 is beyond the booking window of 10 nights; the last night that can be booked ' +
        'is 2026-07-10',
    ]);
    expect(messages(at('12:00', { bookingWindowDays: 0 }), '2026-07-01', '2026-07-02')).toEqual([
      'The night of 2026-07-01 is beyond the booking window of 0 nights; no night can be booked',
    ]);
  });
});

describe('required gaps', () => {
  const gaps = { requiredGapBefore: 1, requiredGapAfter: 2 };
  const around = (fields: object) =>
    sourcesOf({ property: gaps, occupancies: [occupancyOf(1, '2026-07-10', '2026-07-12', fields)] });

  it('apply before and after guest bookings, owner bookings, holds, and their linked records', () => {
    const kinds = [
      { type: 'booking' },
      { type: 'owner' },
      { type: 'quote_hold' },
      { type: 'linked_availability', sourceType: 'owner' },
    ];
    for (const kind of kinds) {
      expect(rulesBroken(around(kind), '2026-07-13', '2026-07-15')).toEqual(['required_gap']);
      expect(rulesBroken(around(kind), '2026-07-14', '2026-07-15')).toEqual([]);
    }
  });

  it('are as long as the greater of required_gap_before and required_gap_after, not as their sum', () => {
    expect(rulesBroken(around({}), '2026-07-05', '2026-07-08')).toEqual([]);
    expect(messages(around({}), '2026-07-05', '2026-07-09')).toEqual([
      'A gap of 2 nights is required before and after each stay; 2026-07-08 must stay vacant',
    ]);
  });

  it('do not apply around blocks and their linked records', () => {
    for (const kind of [{ type: 'block' }, { type: 'linked_availability', sourceType: 'block' }])
      expect(rulesBroken(around(kind), '2026-07-12', '2026-07-15')).toEqual([]);
  });

  it('can contain a block, and continue after the block', () => {
    const sources = sourcesOf({
      property: gaps,
      occupancies: [
        occupancyOf(1, '2026-07-10', '2026-07-12'),
        occupancyOf(2, '2026-07-12', '2026-07-13', { type: 'block' }),
      ],
    });
    expect(rulesBroken(sources, '2026-07-13', '2026-07-15')).toEqual(['required_gap']);
    expect(rulesBroken(sources, '2026-07-14', '2026-07-15')).toEqual([]);
  });
});

describe('a run of vacant nights between two stays', () => {
  const run = (property: object, blockedUntil = '2026-07-10') =>
    sourcesOf({
      property: { ...rules({ minNights: 5 }), ...property },
      occupancies: [
        occupancyOf(1, '2026-07-05', blockedUntil, { type: 'block' }),
        occupancyOf(2, '2026-07-13', '2026-07-20'),
      ],
    });

  it('can be filled completely by a stay shorter than the minimum if min_nights_in_gap allows this', () => {
    expect(rulesBroken(run({ minNightsInGap: 3 }), '2026-07-10', '2026-07-13')).toEqual([]);
    expect(rulesBroken(run({ minNightsInGap: 4 }), '2026-07-10', '2026-07-13')).toEqual(['min_nights']);
    expect(rulesBroken(run({}), '2026-07-10', '2026-07-13')).toEqual(['min_nights']);
  });

  it('cannot be filled in part by a stay shorter than the minimum', () => {
    expect(messages(run({ minNightsInGap: 1 }), '2026-07-10', '2026-07-12')).toEqual([
      'A minimum of 3 nights is required for an arrival on 2026-07-10, and a departure on 2026-07-12 makes 2 nights; ' +
        'the earliest departure is 2026-07-13',
    ]);
    expect(rulesBroken(run({ minNightsInGap: 1 }), '2026-07-11', '2026-07-13')).toEqual(['min_nights']);
  });

  it('is measured without the required gaps', () => {
    const sources = run({ minNightsInGap: 2, requiredGapAfter: 1 });
    expect(rulesBroken(sources, '2026-07-10', '2026-07-12')).toEqual([]);
    expect(rulesBroken(sources, '2026-07-10', '2026-07-13')).toEqual(['required_gap']);
    expect(rulesBroken({ ...sources, occupancies: [] }, '2026-07-10', '2026-07-12')).toEqual(['min_nights']);
  });

  it('does not lower the minimum number of nights if the run is at least as long as this minimum', () => {
    expect(rulesBroken(run({ minNightsInGap: 1 }, '2026-07-08'), '2026-07-08', '2026-07-11')).toEqual(['min_nights']);
    expect(rulesBroken(run({ minNightsInGap: 1 }, '2026-07-08'), '2026-07-08', '2026-07-13')).toEqual([]);
  });

  it('lowers the minimum even if a spot rate sets the minimum, but changes no other rule', () => {
    const sources = run({ minNightsInGap: 3, ...rules({ noArrivalWeekdays: [5] }) });
    const spotRate = { amountMinor: null, minNights: 4, isArrivalDisallowed: null, isDepartureDisallowed: null };
    const withSpotRate = { ...sources, spotRates: new Map([['2026-07-10', spotRate]]) };
    expect(rulesBroken(withSpotRate, '2026-07-10', '2026-07-13')).toEqual(['arrival_disallowed']);
  });
});
