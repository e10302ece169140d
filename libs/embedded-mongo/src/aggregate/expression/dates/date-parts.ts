import { locationError } from '../../../errors';
import { documentOf, isDocument } from '../../../values/document';
import { int, long } from '../../../values/number';
import { typeName } from '../../../values/type-of';
import { asSmallInteger } from '../../../values/whole-number';
import { compileIn } from '../compile-expression';
import { isNullish, named, type Operator, type Operators } from '../operator';
import { folded, type Env, type Evaluate, type Scope } from '../scope';
import { calendarParts, dayOfYear, isoWeek, isoWeekDate, isoWeekday, weekday, weekOfYear } from './calendar';
import { instantOf, zoneReader } from './date-operand';
import { toInstant, toLocal, utcMilliseconds, type TimeZone } from './time-zone';
import { show } from '../../../values/show';

/** What a date says: $year, $month and so on, and dates from and to their parts. */
export const DATE_PARTS: Operators = {
  $year: part((local) => int(calendarParts(local).year)),
  $month: part((local) => int(calendarParts(local).month)),
  $dayOfMonth: part((local) => int(calendarParts(local).day)),
  $hour: part((local) => int(calendarParts(local).hour)),
  $minute: part((local) => int(calendarParts(local).minute)),
  $second: part((local) => int(calendarParts(local).second)),
  $millisecond: part((local) => int(calendarParts(local).millisecond)),
  $dayOfWeek: part((local) => int(weekday(local) + 1)),
  $dayOfYear: part((local) => int(dayOfYear(local))),
  $week: part((local) => int(weekOfYear(local))),
  $isoDayOfWeek: part((local) => int(isoWeekday(local))),
  $isoWeek: part((local) => int(isoWeek(local).week)),
  $isoWeekYear: part((local) => long(BigInt(isoWeek(local).year))),
  $dateToParts: compileToParts,
  $dateFromParts: compileFromParts,
};

/** {$year: '$d'}, {$year: ['$d']} or {$year: {date: '$d', timezone: 'Europe/Paris'}}. */
function part(read: (local: number) => unknown): Operator {
  return (operand, scope, name) => {
    const isNamed = isDocument(operand) && !Object.keys(operand)[0]?.startsWith('$');
    if (isNamed) {
      const parts = named(operand, scope, name, ['date'], ['timezone'], {
        notDocument: 40539,
        unknown: 40535,
        missing: 40539,
      });
      const zoneOf = zoneReader(parts.timezone, name);
      return (env) => inZone(parts.date(env), zoneOf(env), read);
    }
    const date = singleDate(operand, scope, name);
    const zoneOf = zoneReader(undefined, name);
    return folded((env) => inZone(date(env), zoneOf(env), read), [date]);
  };
}

function singleDate(operand: unknown, scope: Scope, name: string): Evaluate {
  if (!Array.isArray(operand)) return compileIn(operand, scope);
  if (operand.length !== 1)
    throw locationError(
      40536,
      `${name} accepts exactly one argument if given an array, but was given ${operand.length}`,
    );
  return compileIn(operand[0], scope);
}

function inZone(value: unknown, zone: TimeZone | null, read: (local: number) => unknown): unknown {
  const instant = instantOf(value);
  return instant === null || !zone ? null : read(toLocal(instant, zone));
}

function compileToParts(operand: unknown, scope: Scope, name: string): Evaluate {
  const parts = named(operand, scope, name, ['date'], ['timezone', 'iso8601'], {
    notDocument: 40524,
    unknown: 40520,
    missing: 40522,
  });
  const zoneOf = zoneReader(parts.timezone, name);
  return (env) => {
    const iso = parts.iso8601?.(env) ?? false;
    if (typeof iso !== 'boolean') throw locationError(40521, `iso8601 must evaluate to a bool, found ${typeName(iso)}`);
    return inZone(parts.date(env), zoneOf(env), (local) => toParts(local, iso));
  };
}

function toParts(local: number, iso: boolean): unknown {
  const { year, month, day, ...time } = calendarParts(local);
  const week = isoWeek(local);
  const date: [string, number][] = iso
    ? [
        ['isoWeekYear', week.year],
        ['isoWeek', week.week],
        ['isoDayOfWeek', isoWeekday(local)],
      ]
    : [
        ['year', year],
        ['month', month],
        ['day', day],
      ];
  return documentOf([...date, ...Object.entries(time)].map(([key, value]) => [key, int(value)] as const));
}

const PARTS = [
  'year',
  'isoWeekYear',
  'month',
  'isoWeek',
  'day',
  'isoDayOfWeek',
  'hour',
  'minute',
  'second',
  'millisecond',
] as const;
type Part = (typeof PARTS)[number];

function compileFromParts(operand: unknown, scope: Scope, name: string): Evaluate {
  const parts = named(operand, scope, name, [], [...PARTS, 'timezone'], {
    notDocument: 40519,
    unknown: 40518,
    missing: 40516,
  });
  const isIso = parts.isoWeekYear !== undefined;
  if (!isIso && !parts.year)
    throw locationError(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
  const foreign: Part[] = isIso ? ['year', 'month', 'day'] : ['isoWeek', 'isoDayOfWeek'];
  if (foreign.some((key) => parts[key]))
    throw locationError(isIso ? 40489 : 40525, '$dateFromParts does not allow mixing natural dates with ISO dates');
  const zoneOf = zoneReader(parts.timezone, name);
  return (env) => {
    const values = readParts(parts, env);
    const zone = zoneOf(env);
    if (!values || !zone) return null;
    const { hour, minute, second, millisecond } = values;
    const time = utcMilliseconds(1970, 0, 1, hour, minute, second, millisecond);
    const local = isIso
      ? isoWeekDate(values.isoWeekYear, values.isoWeek, values.isoDayOfWeek) + time
      : utcMilliseconds(values.year, values.month - 1, values.day) + time;
    return new Date(toInstant(local, zone));
  };
}

function readParts(parts: Partial<Record<Part, Evaluate>>, env: Env): Record<Part, number> | null {
  const values: Partial<Record<Part, number>> = {};
  for (const key of PARTS) {
    const start = key === 'hour' || key === 'minute' || key === 'second' || key === 'millisecond' ? 0 : 1;
    const value = parts[key] ? parts[key](env) : int(start);
    if (isNullish(value)) return null;
    const number = asSmallInteger(value);
    if (number === undefined)
      throw locationError(
        40515,
        `'${key}' must evaluate to an integer, found ${typeName(value)} with value ${show(value)}`,
      );
    const isYear = key === 'year' || key === 'isoWeekYear';
    if (isYear && (number < 1 || number > 9999))
      throw locationError(
        key === 'year' ? 40523 : 31095,
        `'${key}' must evaluate to an integer in the range 1 to 9999, found ${number}`,
      );
    if (!isYear && Math.abs(number) > 32_767)
      throw locationError(
        31034,
        `'${key}' must evaluate to a value in the range [-32768, 32767]; value ${number} is not in range`,
      );
    values[key] = number;
  }
  return values as Record<Part, number>;
}
