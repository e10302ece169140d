import fc from 'fast-check';
import { addDays } from '../calendar-date';
import { WEEKDAYS } from './charge-types';
import { isInRanges, rangeFinder, weekdayName } from './stay-facts';

/** Twelve dates, beginning on a Monday. */
const dates = Array.from({ length: 12 }, (_, day) => addDays('2026-12-28', day));
const end = fc.option(fc.constantFrom(...dates.slice(1, -1)));

it('rangeFinder finds the same dates as isInRanges, including open, nested and reversed ranges', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ from: end, to: end }), { maxLength: 4 }), (ranges) => {
      expect(dates.filter(rangeFinder(ranges))).toEqual(dates.filter((date) => isInRanges(date, ranges)));
    }),
    { numRuns: 1000 },
  );
});

it('weekdayName returns the correct weekday, also on repeated calls', () => {
  const night = { date: '2026-12-28', rent: 1, season_id: null };
  expect([weekdayName(night), weekdayName(night)]).toEqual(['monday', 'monday']);
  expect(dates.map((date) => weekdayName({ ...night, date }))).toEqual(
    [...WEEKDAYS, ...WEEKDAYS].slice(0, dates.length),
  );
});
