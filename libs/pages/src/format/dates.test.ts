import { formatAgo, formatDate, formatInstant } from './dates';

describe('dates on pages', () => {
  it('are formatted with the day before the month, and without a time zone', () => {
    expect(formatDate('2030-07-01')).toBe('Mon, 1 July 2030');
  });

  it('are converted to the given time zone if they have a time', () => {
    expect(formatInstant('2030-07-01T22:05:00Z', 'Europe/Rome')).toBe('2 July 2030 at 00:05');
    expect(formatInstant(new Date('2030-07-01T22:05:00Z'), 'America/New_York')).toBe('1 July 2030 at 18:05');
  });

  it.each([
    ['2030-07-01T11:59:30Z', '30 seconds ago'],
    ['2030-07-01T11:00:00Z', '1 hour ago'],
    ['2030-07-01T12:00:00.400Z', 'now'],
    ['2030-07-01T11:59:59.600Z', 'now'],
    ['2030-06-30T11:00:00Z', '1 day ago'],
    ['2030-06-29T13:00:00Z', '1 day ago'],
    ['2030-07-03T11:00:00Z', 'in 1 day'],
    ['2030-05-22T12:00:00Z', '1 month ago'],
    ['2029-01-01T12:00:00Z', '1 year ago'],
    ['2030-07-03T13:00:00Z', 'in 2 days'],
    ['2028-07-01T12:00:00Z', '2 years ago'],
  ])('can be formatted relative to the current time 2030-07-01T12:00:00Z: %s as "%s"', (instant, text) => {
    expect(formatAgo(instant, new Date('2030-07-01T12:00:00Z'))).toBe(text);
  });
});
