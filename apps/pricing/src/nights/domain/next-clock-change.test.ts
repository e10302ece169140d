import { nextClockChange } from './next-clock-change';

const zone = 'America/Los_Angeles';
const settings = (sameDayUntil: string | null, advanceNoticeDays = 0) => ({ sameDayUntil, advanceNoticeDays });
const changeAfter = (instant: string, sameDayUntil: string | null, unrecordedFrom: string) =>
  nextClockChange(unrecordedFrom, settings(sameDayUntil), new Date(instant), zone).toISOString();

describe('the next time at which the nights of a property change without a write', () => {
  it('is the end of same-day arrivals, or midnight if same-day arrivals have ended', () => {
    expect(changeAfter('2026-07-01T19:00:00Z', '18:00', '2026-07-01')).toBe('2026-07-02T01:00:00.000Z');
    expect(changeAfter('2026-07-02T01:00:00Z', '18:00', '2026-07-01')).toBe('2026-07-02T07:00:00.000Z');
    expect(changeAfter('2026-07-01T19:00:00Z', null, '2026-07-01')).toBe('2026-07-02T07:00:00.000Z');
    const withNotice = nextClockChange('2026-07-01', settings('18:00', 1), new Date('2026-07-01T19:00:00Z'), zone);
    expect(withNotice.toISOString()).toBe('2026-07-02T07:00:00.000Z');
  });

  it('is in the past if a day has ended and the prices of this day have not been recorded', () => {
    expect(changeAfter('2026-07-05T19:00:00Z', '18:00', '2026-07-01')).toBe('2026-07-02T07:00:00.000Z');
  });

  it('is the next midnight if the price of tonight has already been recorded', () => {
    expect(changeAfter('2026-07-01T19:00:00Z', null, '2026-07-02')).toBe('2026-07-02T07:00:00.000Z');
  });

  it('is the end of same-day arrivals twice on a day on which clocks are set back', () => {
    // On 1 November 2026 at 2:00, clocks in Los Angeles are set back to 1:00.
    const after = (instant: string) => changeAfter(instant, '01:30', '2026-11-01');
    expect(after('2026-11-01T08:00:00Z')).toBe('2026-11-01T08:30:00.000Z');
    expect(after('2026-11-01T08:30:00Z')).toBe('2026-11-01T09:00:00.000Z');
    expect(after('2026-11-01T09:00:00Z')).toBe('2026-11-01T09:30:00.000Z');
    expect(after('2026-11-01T09:30:00Z')).toBe('2026-11-02T08:00:00.000Z');
  });

  it('is the end of the skipped hour if same_day_until falls in the skipped hour', () => {
    // On 14 March 2027 at 2:00, clocks in Los Angeles are set to 3:00.
    expect(changeAfter('2027-03-14T09:00:00Z', '02:30', '2027-03-14')).toBe('2027-03-14T10:00:00.000Z');
    expect(changeAfter('2027-03-14T10:00:00Z', '02:30', '2027-03-14')).toBe('2027-03-15T07:00:00.000Z');
  });
});
