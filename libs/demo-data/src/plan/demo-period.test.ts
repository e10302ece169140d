import { dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import { demoPeriod, isInSeason, overlaps, weekdayOf } from './demo-period';

describe('the calendar of the demo', () => {
  it.each([
    ['2026-11-21', '2025-11-21', '2027-11-21'],
    ['2028-02-29', '2027-02-28', '2029-02-28'],
    ['2027-02-28', '2026-02-28', '2028-02-28'],
    ['2027-01-01', '2026-01-01', '2028-01-01'],
  ])('contains a year before and a year after the first start on %s: %s to %s', (firstDay, from, to) => {
    const period = demoPeriod(firstDay);
    expect([dateOfDay(period.from), dateOfDay(period.to)]).toEqual([from, to]);
  });

  it('numbers the weekdays from 0 (Sunday) to 6 (Saturday)', () => {
    expect(weekdayOf(dayNumber('2026-11-22'))).toBe(0);
    expect(weekdayOf(dayNumber('2026-11-21'))).toBe(6);
  });

  it('can have a yearly season that spans New Year', () => {
    const days = ['01-01', '03-31', '04-01', '06-30', '07-01', '12-01'];
    expect(days.filter((day) => isInSeason(day, { from: '04-01', to: '06-30' }))).toEqual(['04-01', '06-30']);
    expect(days.filter((day) => isInSeason(day, { from: '12-01', to: '03-31' }))).toEqual(['01-01', '03-31', '12-01']);
  });

  it('allows a stay to end on the day on which another stay begins', () => {
    expect(overlaps({ from: 1, to: 3 }, { from: 3, to: 5 })).toBe(false);
    expect(overlaps({ from: 1, to: 4 }, { from: 3, to: 5 })).toBe(true);
  });
});
