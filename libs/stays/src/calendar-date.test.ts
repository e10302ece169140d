import fc from 'fast-check';
import { addDays, dateOfDay, dayNumber, weekdayOf } from './calendar-date';

describe('calendar dates', () => {
  it('are unchanged when converted to a day number and back', () => {
    fc.assert(fc.property(fc.integer({ min: -20_000, max: 80_000 }), (day) => dayNumber(dateOfDay(day)) === day));
  });

  it('do not depend on the time zone of the machine', () => {
    expect(dayNumber('1970-01-02')).toBe(1);
    expect(dateOfDay(20_454)).toBe('2026-01-01');
  });

  it('can be moved by days across the end of February and of the year', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it('have the correct weekday, also before 1970', () => {
    expect(['2026-07-04', '2026-07-05', '1969-12-31'].map(weekdayOf)).toEqual([6, 0, 3]);
  });
});
