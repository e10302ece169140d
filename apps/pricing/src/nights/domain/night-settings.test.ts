import { addDays, weekdayOf } from '@keyhaven/stays/calendar-date';
import fc from 'fast-check';
import { times } from '@keyhaven/testing/sample';
import { anyCalendarSources, REACH_DAYS } from '../../testing/any-calendar-sources';
import { sourcesOf, noRules } from '../../testing/calendar-sources';
import { coversNight, periodLength } from './governing-period';
import { nightSettings } from './night-settings';
import type { Period, CalendarSources, Season, SpotRate, StayRules } from './calendar-sources';

const noSpot: SpotRate = { amountMinor: null, minNights: null, isArrivalDisallowed: null, isDepartureDisallowed: null };
const dated = (from: string, to: string): Period => ({ kind: 'dated', from, to });
const yearly = (from: string, to: string): Period => ({ kind: 'yearly', from, to });
const season = (id: number, period: Period, amountMinor: number | null, rules = {}): Season => ({
  id,
  period,
  rate: amountMinor === null ? null : { amountMinor, byWeekdayMinor: {} },
  rules: { ...noRules, ...rules },
});
const priceOn = (sources: CalendarSources, night: string) => nightSettings(sources).priceOf(night);
const seasonOn = (seasons: Season[], night: string) => priceOn(sourcesOf({ seasons }), night)?.seasonId ?? null;

describe('the price of a night', () => {
  const summer = season(5, dated('2026-07-01', '2026-08-31'), 150_00);

  it('comes from the spot rate, or else from the season, or else from the property', () => {
    const sources = sourcesOf({
      seasons: [summer],
      spotRates: new Map([['2026-07-10', { ...noSpot, amountMinor: 180_00 }]]),
    });
    expect(priceOn(sources, '2026-07-10')).toEqual({
      rentMinor: 180_00,
      amountMinor: 180_00,
      seasonId: 5,
      isSpotRate: true,
    });
    expect(priceOn(sources, '2026-07-11')).toMatchObject({ rentMinor: 150_00, seasonId: 5, isSpotRate: false });
    expect(priceOn(sources, '2026-09-01')).toMatchObject({ rentMinor: 100_00, seasonId: null, isSpotRate: false });
  });

  it('depends on the weekday if the season or the property sets prices by weekday', () => {
    const weekends = { amountMinor: 150_00, byWeekdayMinor: { 5: 190_00, 6: 200_00 } };
    const sources = sourcesOf({
      property: { defaultRate: { amountMinor: 90_00, byWeekdayMinor: { 0: 95_00 } } },
      seasons: [{ ...summer, rate: weekends }],
    });
    const rents = ['2026-07-02', '2026-07-03', '2026-07-04', '2026-09-05', '2026-09-06'].map(
      (night) => priceOn(sources, night)?.rentMinor,
    );
    expect(rents).toEqual([150_00, 190_00, 200_00, 90_00, 95_00]);
  });

  it('is null if neither spot rate, season nor property sets a price', () => {
    const sources = sourcesOf({ property: { defaultRate: null }, seasons: [season(1, summer.period, null)] });
    expect(priceOn(sources, '2026-07-02')).toBeNull();
  });

  it('comes from the season if a spot rate sets only rules', () => {
    const sources = sourcesOf({ seasons: [summer], spotRates: new Map([['2026-07-02', { ...noSpot, minNights: 2 }]]) });
    expect(priceOn(sources, '2026-07-02')).toMatchObject({ rentMinor: 150_00, isSpotRate: false });
  });

  it('comes from the next season if the first season has no rate', () => {
    const minimumStay = season(7, dated('2026-07-10', '2026-07-12'), null, { minNights: 3 });
    const priced = sourcesOf({ seasons: [minimumStay, summer] });
    expect(priceOn(priced, '2026-07-10')).toMatchObject({ rentMinor: 150_00, seasonId: 5 });
    const unpriced = sourcesOf({ seasons: [minimumStay] });
    expect(priceOn(unpriced, '2026-07-10')).toMatchObject({ rentMinor: 100_00, seasonId: null });
  });

  it('is adjusted by the rate adjusters of the season whose rate applies', () => {
    const sources = sourcesOf({
      seasons: [summer, season(6, yearly('07-01', '07-07'), 1_00), season(7, dated('2026-07-01', '2026-07-07'), null)],
      adjusters: [5, 6, 7].map((id) => ({
        id,
        change: { kind: 'percent', percent: id },
        dateRanges: null,
        weekdays: null,
        seasonIds: [id],
      })),
    });
    expect(priceOn(sources, '2026-07-02')).toMatchObject({ rentMinor: 150_00, amountMinor: 157_50, seasonId: 5 });
  });

  it.each([
    ['to 0', { kind: 'amount', amountMinor: -100_00 }],
    ['below 0', { kind: 'amount', amountMinor: -100_01 }],
    ['to less than half a cent', { kind: 'percent', percent: -99.999 }],
  ] as const)('is null if rate adjusters reduce it %s', (_where, change) => {
    const sources = sourcesOf({
      adjusters: [
        { id: 1, change, dateRanges: [{ from: '2026-07-02', to: '2026-07-02' }], weekdays: null, seasonIds: null },
      ],
    });
    expect(priceOn(sources, '2026-07-02')).toBeNull();
    expect(priceOn(sources, '2026-07-03')).toMatchObject({ amountMinor: 100_00 });
  });
});

describe('the season of a night', () => {
  it('is a season with full dates rather than a shorter season that repeats every year', () => {
    const seasons = [season(1, yearly('07-10', '07-10'), 1_00), season(2, dated('2026-07-01', '2026-07-31'), 2_00)];
    expect(seasonOn(seasons, '2026-07-10')).toBe(2);
    expect(seasonOn(seasons, '2027-07-10')).toBe(1);
  });

  it('is the shortest season, or the one with the lowest id among equally long seasons', () => {
    expect(
      seasonOn(
        [
          season(1, dated('2026-07-01', '2026-07-31'), 1_00),
          season(3, dated('2026-07-09', '2026-07-11'), 3_00),
          season(2, dated('2026-07-10', '2026-07-12'), 2_00),
        ],
        '2026-07-10',
      ),
    ).toBe(2);
  });

  it('applies on the first and the last night of the season', () => {
    const seasons = [season(1, dated('2026-07-10', '2026-07-12'), 1_00)];
    const nights = ['2026-07-09', '2026-07-10', '2026-07-12', '2026-07-13'];
    expect(nights.map((night) => seasonOn(seasons, night))).toEqual([null, 1, 1, null]);
  });

  it('has a length that includes the nights on both sides of New Year', () => {
    const winter = season(1, yearly('12-20', '01-06'), 1_00);
    const nights = ['2026-12-19', '2026-12-20', '2027-01-06', '2027-01-07'];
    expect(nights.map((night) => seasonOn([winter], night))).toEqual([null, 1, 1, null]);
    // The winter season has 18 nights, fewer than the season of the whole of January (31), but more than the season of
    // 1 to 10 January (10).
    expect(seasonOn([winter, season(2, yearly('01-01', '01-31'), 1_00)], '2027-01-05')).toBe(1);
    expect(seasonOn([winter, season(2, yearly('01-01', '01-10'), 1_00)], '2027-01-05')).toBe(2);
  });

  it('can begin or end on 29 February', () => {
    // 20 December to 29 February has 72 nights. 1 December to 28 February has more.
    const winters = [season(1, yearly('12-01', '02-28'), 1_00), season(2, yearly('12-20', '02-29'), 1_00)];
    expect(seasonOn(winters, '2027-01-05')).toBe(2);
    const seasons = [season(1, yearly('02-20', '02-29'), 1_00)];
    expect(['2027-02-28', '2027-03-01', '2028-02-29'].map((night) => seasonOn(seasons, night))).toEqual([1, null, 1]);
  });
});

describe('the stay rules of a night', () => {
  const rulesOn = (sources: CalendarSources, date: string) => nightSettings(sources).rulesOf(date);
  const property = { rules: { ...noRules, minNights: 3, maxNights: 14, noArrivalWeekdays: [0 as const] } };

  it('come from the spot rate, or else from the season, or else from the property, separately for each rule', () => {
    const sources = sourcesOf({
      property,
      seasons: [season(1, dated('2026-07-01', '2026-07-31'), null, { minNights: 7, noDepartureWeekdays: [0] })],
      // 5 July 2026 is a Sunday.
      spotRates: new Map([['2026-07-05', { ...noSpot, minNights: 2, isArrivalDisallowed: false }]]),
    });
    const none = { isArrivalDisallowed: false, isDepartureDisallowed: false, isStayDisallowed: false };
    expect(rulesOn(sources, '2026-07-05')).toEqual({
      ...none,
      minNights: 2,
      maxNights: 14,
      isDepartureDisallowed: true,
    });
    expect(rulesOn(sources, '2026-07-12')).toEqual({
      ...none,
      minNights: 7,
      maxNights: 14,
      isArrivalDisallowed: true,
      isDepartureDisallowed: true,
    });
    expect(rulesOn(sources, '2026-08-02')).toEqual({ ...none, minNights: 3, maxNights: 14, isArrivalDisallowed: true });
  });

  it('come from the first season that sets the rule, separately for each rule', () => {
    const sources = sourcesOf({
      property,
      seasons: [
        season(1, yearly('07-01', '07-31'), 120_00, { minNights: 7, maxNights: 10, noDepartureWeekdays: [5] }),
        season(2, dated('2026-07-10', '2026-07-12'), null, { minNights: 2 }),
        season(3, dated('2026-07-01', '2026-07-20'), null, { minNights: 5, maxNights: 21 }),
      ],
    });
    // 10 July 2026 is a Friday.
    expect(rulesOn(sources, '2026-07-10')).toMatchObject({ minNights: 2, maxNights: 21, isDepartureDisallowed: true });
    expect(rulesOn(sources, '2026-07-17')).toMatchObject({ minNights: 5, maxNights: 21, isDepartureDisallowed: true });
    expect(rulesOn(sources, '2026-07-24')).toMatchObject({ minNights: 7, maxNights: 10, isDepartureDisallowed: true });
  });

  it('can allow in a season the stays and arrivals that the property disallows', () => {
    const sources = sourcesOf({
      property: { rules: { ...noRules, isStayDisallowed: true, noArrivalWeekdays: [6] } },
      seasons: [season(1, dated('2026-07-01', '2026-07-31'), null, { isStayDisallowed: false, noArrivalWeekdays: [] })],
    });
    expect(rulesOn(sources, '2026-07-04')).toMatchObject({ isStayDisallowed: false, isArrivalDisallowed: false });
    expect(rulesOn(sources, '2026-08-01')).toMatchObject({ isStayDisallowed: true, isArrivalDisallowed: true });
  });
});

describe('the price and rules of a night in overlapping seasons', () => {
  /**
   * A slow and simple model: returns the season that has precedence over all others that cover the night and set the
   * field.
   */
  function firstToSet(
    seasons: readonly Season[],
    night: string,
    sets: (season: Season) => boolean,
  ): Season | undefined {
    const beats = (a: Season, b: Season) => {
      if (a.period.kind !== b.period.kind) return a.period.kind === 'dated';
      const [lengthA, lengthB] = [periodLength(a.period), periodLength(b.period)];
      return lengthA === lengthB ? a.id < b.id : lengthA < lengthB;
    };
    const candidates = seasons.filter((season) => coversNight(season.period, night) && sets(season));
    return candidates.find((one) => candidates.every((other) => other === one || beats(one, other)));
  }

  it('come from the first season that sets the price or the rule, or else from the property', () => {
    fc.assert(
      fc.property(
        anyCalendarSources,
        fc.integer({ min: -2, max: REACH_DAYS }),
        ({ spotRates: _none, ...sources }, day) => {
          const night = addDays(sources.now.date, day);
          const { property, seasons } = sources;
          const settings = nightSettings({ ...sources, spotRates: new Map(), adjusters: [] });
          const pricing = firstToSet(seasons, night, ({ rate }) => rate !== null);
          const rate = pricing ? pricing.rate : property.defaultRate;
          const rentMinor = rate && (rate.byWeekdayMinor[weekdayOf(night)] ?? rate.amountMinor);
          expect(settings.priceOf(night)).toEqual(
            rentMinor === null
              ? null
              : { rentMinor, amountMinor: rentMinor, seasonId: pricing?.id ?? null, isSpotRate: false },
          );
          const ruleOf = <Rule extends keyof StayRules>(rule: Rule) =>
            (firstToSet(seasons, night, ({ rules }) => rules[rule] !== null) ?? property).rules[rule];
          expect(settings.rulesOf(night)).toEqual({
            minNights: ruleOf('minNights') ?? 1,
            maxNights: ruleOf('maxNights'),
            isArrivalDisallowed: ruleOf('noArrivalWeekdays')?.includes(weekdayOf(night)) ?? false,
            isDepartureDisallowed: ruleOf('noDepartureWeekdays')?.includes(weekdayOf(night)) ?? false,
            isStayDisallowed: ruleOf('isStayDisallowed') ?? false,
          });
        },
      ),
      { numRuns: Number(process.env.KEYHAVEN_CASES ?? times(1000, 200)) },
    );
  });
});

describe('the holiday of a night', () => {
  it('is a holiday with full dates, or else the shortest holiday that repeats every year', () => {
    const settings = nightSettings(
      sourcesOf({
        holidays: [
          { id: 1, period: yearly('07-01', '07-07'), name: 'National week' },
          { id: 2, period: yearly('07-04', '07-04'), name: 'Independence Day' },
          { id: 3, period: dated('2027-07-03', '2027-07-05'), name: 'Long weekend' },
        ],
      }),
    );
    expect(['2026-07-03', '2026-07-04', '2027-07-04', '2026-07-08'].map((night) => settings.holidayOf(night))).toEqual([
      'National week',
      'Independence Day',
      'Long weekend',
      null,
    ]);
  });
});
