import { Long } from 'bson';
import { asStored, codeOf, storedValue, typed } from '../../../values/testing/as-stored';
import { compileExpression } from '../compile-expression';

const evaluation = { now: new Date(0) };

function evaluate(expression: unknown, fields: Record<string, unknown> = {}): unknown {
  return compileExpression(storedValue(expression), evaluation)(asStored(fields));
}

const at = (text: string) => new Date(text);
const long = (value: number) => Long.fromNumber(value);
const winter = at('2025-01-31T23:30:15.250Z');
const summer = at('2025-07-01T12:00:00Z');

describe('a date in an expression', () => {
  test.each<[unknown, unknown]>([
    [{ $year: '$w' }, 2025],
    [{ $month: ['$w'] }, 1],
    [{ $dayOfMonth: { date: '$w', timezone: 'Europe/Paris' } }, 1],
    [{ $hour: { date: '$s', timezone: 'America/New_York' } }, 8],
    [{ $minute: { date: '$w', timezone: '+05:30' } }, 0],
    [{ $second: '$w' }, 15],
    [{ $millisecond: '$w' }, 250],
    [{ $dayOfWeek: '$w' }, 6],
    [{ $dayOfYear: '$w' }, 31],
    [{ $week: '$w' }, 4],
    [{ $isoWeek: '$w' }, 5],
    [{ $isoWeekYear: at('2024-12-30T00:00:00Z') }, long(2025)],
    [{ $isoDayOfWeek: '$w' }, 5],
    [{ $year: null }, null],
    [
      { $dateToParts: { date: '$w' } },
      { year: 2025, month: 1, day: 31, hour: 23, minute: 30, second: 15, millisecond: 250 },
    ],
    [
      { $dateToParts: { date: '$w', iso8601: true } },
      { isoWeekYear: 2025, isoWeek: 5, isoDayOfWeek: 5, hour: 23, minute: 30, second: 15, millisecond: 250 },
    ],
    [{ $dateFromParts: { year: 2025, month: 14, day: 1 } }, at('2026-02-01')],
    [{ $dateFromParts: { year: 2025, hour: 12, timezone: 'Europe/Paris' } }, at('2025-01-01T11:00:00Z')],
    [{ $dateFromParts: { isoWeekYear: 2025, isoWeek: 1 } }, at('2024-12-30')],
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
    [{ $dateFromString: { dateString: '2025-02-28T10:00:00.5Z' } }, at('2025-02-28T10:00:00.500Z')],
    [{ $dateFromString: { dateString: '2025-07-01 12:00', timezone: 'Europe/Paris' } }, at('2025-07-01T10:00:00Z')],
    [{ $dateFromString: { dateString: '2025-07-01T12:00:00+0200' } }, at('2025-07-01T10:00:00Z')],
    [{ $dateFromString: { dateString: '28/02/2025', format: '%d/%m/%Y' } }, at('2025-02-28')],
    [{ $dateFromString: { dateString: '2025-02-30', onError: 'bad' } }, 'bad'],
    [{ $dateFromString: { dateString: null, onNull: 'none' } }, 'none'],
    [{ $dateAdd: { startDate: '$w', unit: 'month', amount: 1 } }, at('2025-02-28T23:30:15.250Z')],
    [{ $dateAdd: { startDate: '$w', unit: 'quarter', amount: 1 } }, at('2025-04-30T23:30:15.250Z')],
    [{ $dateAdd: { startDate: at('2024-02-29T00:00:00Z'), unit: 'year', amount: 1 } }, at('2025-02-28')],
    [{ $dateAdd: { startDate: '$w', unit: 'week', amount: 1 } }, at('2025-02-07T23:30:15.250Z')],
    [{ $dateSubtract: { startDate: '$w', unit: 'hour', amount: 24 } }, at('2025-01-30T23:30:15.250Z')],
    [{ $dateSubtract: { startDate: at('2025-01-01T00:00:00Z'), unit: 'month', amount: 13 } }, at('2023-12-01')],
    [{ $dateAdd: { startDate: null, unit: 'day', amount: 1 } }, null],
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
  ])('%j', (expression, expected) => {
    expect(typed({ value: evaluate(expression, { w: winter, s: summer }) })).toBe(typed({ value: expected }));
  });

  test('a day more keeps the local time over a change of the clock', () => {
    const add = (unit: string, amount: number) => ({
      $dateAdd: { startDate: at('2025-03-29T11:00:00Z'), unit, amount, timezone: 'Europe/Berlin' },
    });
    expect(evaluate(add('day', 1))).toEqual(at('2025-03-30T10:00:00Z'));
    expect(evaluate(add('hour', 24))).toEqual(at('2025-03-30T11:00:00Z'));
  });

  test('a local time that is skipped lies as far behind the gap', () => {
    const fromParts = {
      $dateFromParts: { year: 2025, month: 3, day: 30, hour: 2, minute: 30, timezone: 'Europe/Berlin' },
    };
    expect(evaluate(fromParts)).toEqual(at('2025-03-30T01:30:00Z'));
  });

  test('a local time that comes twice is the first', () => {
    const fromParts = {
      $dateFromParts: { year: 2025, month: 10, day: 26, hour: 2, minute: 30, timezone: 'Europe/Berlin' },
    };
    expect(evaluate(fromParts)).toEqual(at('2025-10-26T00:30:00Z'));
  });

  test.each<[string, unknown, number]>([
    ['a text for a date', { $year: 'x' }, 16006],
    ['an unknown zone', { $year: { date: winter, timezone: 'Mars/Olympus' } }, 40485],
    ['an unknown letter', { $dateToString: { date: winter, format: '%Q' } }, 18536],
    ['a percent sign at the end', { $dateToString: { date: winter, format: '%' } }, 18535],
    ['a date that does not exist', { $dateFromString: { dateString: '2025-02-30' } }, 241],
    ['a text that does not follow its format', { $dateFromString: { dateString: 'x', format: '%Y' } }, 241],
    ['a date in words, which MongoDB reads', { $dateFromString: { dateString: 'February 3rd, 2025' } }, 238],
    ['an unknown unit', { $dateTrunc: { date: winter, unit: 'fortnight' } }, 9],
    ['a fraction of a unit', { $dateAdd: { startDate: winter, unit: 'day', amount: 1.5 } }, 5166405],
    ['year and ISO year together', { $dateFromParts: { year: 2025, isoWeekYear: 2025 } }, 40489],
  ])('is refused for %s', (_, expression, code) => {
    expect(codeOf(() => evaluate(expression))).toBe(code);
  });
});
