import { dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import { demoPeriod, monthOf, overlaps, weekdayOf } from './demo-period';

describe('the period of the demo', () => {
  it.each([
    ['2026-11-21', '2025-11-21', '2027-11-21'],
    ['2028-02-29', '2027-02-28', '2029-02-28'],
    ['2027-02-28', '2026-02-28', '2028-02-28'],
    ['2027-01-01', '2026-01-01', '2028-01-01'],
  ])('goes from a year before to a year after the first day %s: from %s to %s', (firstDay, from, to) => {
    const period = demoPeriod(firstDay);
    expect([dateOfDay(period.from), dateOfDay(period.to)]).toEqual([from, to]);
  });

  it('has the right weekdays and months', () => {
    expect(weekdayOf(dayNumber('2026-11-22'))).toBe(0);
    expect(weekdayOf(dayNumber('2026-11-21'))).toBe(6);
    expect(monthOf(dayNumber('2026-12-31'))).toBe(12);
    expect(monthOf(dayNumber('2027-01-01'))).toBe(1);
  });

  it('allows a stay to end on the day on which another begins', () => {
    expect(overlaps({ from: 1, to: 3 }, { from: 3, to: 5 })).toBe(false);
    expect(overlaps({ from: 1, to: 4 }, { from: 3, to: 5 })).toBe(true);
  });
});
