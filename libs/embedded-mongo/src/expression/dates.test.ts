import { Long } from 'bson';
import { asStored, codeOf, storedValue, typed } from '../values/testing/as-stored';
import { compileExpression } from './compile-expression';
import { timeZone, toInstant } from './dates/time-zone';

const evaluation = { now: new Date(0) };

function evaluate(expression: unknown, fields: Record<string, unknown> = {}): unknown {
  return compileExpression(storedValue(expression), evaluation)(asStored(fields));
}

const at = (text: string) => new Date(text);
const long = (value: number) => Long.fromNumber(value);
const winter = at('2025-01-31T23:30:15.250Z');
const summer = at('2025-07-01T12:00:00Z');

describe('a date expression', () => {
  test.each<[unknown, unknown]>([
    [{ $dateToString: { date: '$w' } }, '2025-01-31T23:30:15.250Z'],
    [{ $dateToString: { date: '$w', timezone: '+01' } }, '2025-02-01T00:30:15.250'],
    [
      { $dateToString: { date: '$w', format: '%d.%m.%Y %H:%M:%S,%L %j %u %w %U %V %G %z %Z %%' } },
      '31.01.2025 23:30:15,250 031 5 6 04 05 2025 +0000 +000 %',
    ],
    [{ $dateToString: { date: '$w', format: '%H:%M %z', timezone: 'Asia/Kolkata' } }, '05:00 +0530'],
    [{ $dateToString: { date: '$s', format: '%H %z', timezone: 'America/Los_Angeles' } }, '05 -0700'],
    [{ $dateToString: { date: '$w', format: '%Y-%m-%d', timezone: 'Pacific/Kiritimati' } }, '2025-02-01'],
    [{ $dateToString: { date: null, onNull: 'none' } }, 'none'],
    [{ $dateToString: { date: '$nothing' } }, null],
    [{ $dateDiff: { startDate: '$w', endDate: at('2025-02-03T00:00:00Z'), unit: 'day' } }, long(3)],
    [
      { $dateDiff: { startDate: at('2024-12-31T23:59:59Z'), endDate: at('2025-01-01T00:00:00Z'), unit: 'year' } },
      long(1),
    ],
    [
      { $dateDiff: { startDate: at('2025-01-01T00:00:00Z'), endDate: at('2024-11-30T00:00:00Z'), unit: 'month' } },
      long(-2),
    ],
    [
      { $dateDiff: { startDate: at('2025-01-04T00:00:00Z'), endDate: at('2025-01-05T00:00:00Z'), unit: 'week' } },
      long(1),
    ],
    [
      {
        $dateDiff: {
          startDate: at('2025-01-04T00:00:00Z'),
          endDate: at('2025-01-05T00:00:00Z'),
          unit: 'week',
          startOfWeek: 'mon',
        },
      },
      long(0),
    ],
    [
      { $dateDiff: { startDate: at('2025-01-01T10:59:00Z'), endDate: at('2025-01-01T12:01:00Z'), unit: 'hour' } },
      long(2),
    ],
    [{ $dateTrunc: { date: '$w', unit: 'month' } }, at('2025-01-01')],
    [{ $dateTrunc: { date: '$w', unit: 'quarter' } }, at('2025-01-01')],
    [{ $dateTrunc: { date: '$w', unit: 'day', timezone: 'Europe/Paris' } }, at('2025-01-31T23:00:00Z')],
    [{ $dateTrunc: { date: '$w', unit: 'week' } }, at('2025-01-26')],
    [{ $dateTrunc: { date: '$w', unit: 'week', startOfWeek: 'friday' } }, at('2025-01-31')],
    [{ $dateTrunc: { date: '$w', unit: 'hour', binSize: 6 } }, at('2025-01-31T18:00:00Z')],
    [{ $dateTrunc: { date: at('1999-06-15T00:00:00Z'), unit: 'year', binSize: 2 } }, at('1998-01-01')],
    [{ $dateTrunc: { date: '$w', unit: 'minute', binSize: 15 } }, at('2025-01-31T23:30:00Z')],
  ])('returns the same value as MongoDB: %j', (expression, expected) => {
    expect(typed({ value: evaluate(expression, { w: winter, s: summer }) })).toBe(typed({ value: expected }));
  });

  test('moves a nonexistent local time forward by the length of the clock change', () => {
    const skipped = toInstant(Date.UTC(2025, 2, 30, 2, 30), timeZone('Europe/Berlin'));
    expect(new Date(skipped)).toEqual(at('2025-03-30T01:30:00Z'));
  });

  test('uses the earlier instant of a local time that occurs twice', () => {
    const repeated = toInstant(Date.UTC(2025, 9, 26, 2, 30), timeZone('Europe/Berlin'));
    expect(new Date(repeated)).toEqual(at('2025-10-26T00:30:00Z'));
  });

  test.each([
    ['America/St_Johns', '2010-03-14T03:30:00Z', -3.5],
    ['America/St_Johns', '2010-03-14T03:31:00Z', -2.5],
    ['Africa/Monrovia', '1972-01-07T00:44:29Z', -44.5 / 60],
    ['Africa/Monrovia', '1972-01-07T00:44:30Z', 0],
    ['Europe/Berlin', '2025-03-30T00:59:59Z', 1],
    ['Europe/Berlin', '2025-03-30T01:00:00Z', 2],
  ])('uses the offset of %s at %s, even if the offset of the minute before is cached', (name, text, hours) => {
    const zone = timeZone(name);
    const instant = at(text).getTime();
    zone.offsetAt(instant - 60_000);
    expect(zone.offsetAt(instant)).toBe(hours * 3_600_000);
  });

  test('reads the offset of the latest date that JavaScript supports', () => {
    expect(timeZone('America/New_York').offsetAt(8.64e15)).toBe(-4 * 3_600_000);
  });

  test.each<[string, unknown, number]>([
    ['an unknown format specifier', { $dateToString: { date: winter, format: '%Q' } }, 18536],
    ['a string instead of a date', { $dateToString: { date: 'x' } }, 16006],
    ['an unknown zone', { $dateToString: { date: winter, timezone: 'Mars/Olympus' } }, 40485],
    ['a percent sign at the end', { $dateToString: { date: winter, format: '%' } }, 18535],
    ['an unknown unit', { $dateTrunc: { date: winter, unit: 'fortnight' } }, 9],
  ])('with %s is refused', (_, expression, code) => {
    expect(codeOf(() => evaluate(expression))).toBe(code);
  });
});
