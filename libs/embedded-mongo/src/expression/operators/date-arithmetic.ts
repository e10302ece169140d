import { locationError } from '../../errors/mongo-error';
import { long } from '../../values/number';
import { typeName } from '../../values/type-of';
import { asWholeNumber } from '../../values/whole-number';
import { isNullish, named, type Operators } from './operator';
import type { Env, Evaluate, Scope } from './scope';
import { calendarParts, DAY, weekday } from '../dates/calendar';
import { instantOf, zoneReader } from './date-operand';
import { FIXED, requireUnit, requireWeekday, type Unit } from '../dates/date-unit';
import { toInstant, toLocal, utcMilliseconds, type TimeZone } from '../dates/time-zone';
import { show } from '../../values/show';

export const DATE_ARITHMETIC: Operators = { $dateDiff: compileDifference, $dateTrunc: compileTruncate };

function compileDifference(operand: unknown, scope: Scope, name: string): Evaluate {
  const parts = named(operand, scope, name, ['startDate', 'endDate', 'unit'], ['timezone', 'startOfWeek'], {
    notDocument: 5166301,
    unknown: 5166302,
    missing: 5166303,
  });
  const zoneOf = zoneReader(parts.timezone, name);
  return (env) => {
    const start = parts.startDate(env);
    const end = parts.endDate(env);
    const unitName = parts.unit(env);
    const zone = zoneOf(env);
    if (isNullish(start) || isNullish(end) || isNullish(unitName) || !zone) return null;
    const text = (which: string) => (type: string) => `${name} requires '${which}' to be a date, but got ${type}`;
    const from = instantOf(start, 5166307, text('startDate')) as number;
    const to = instantOf(end, 5166307, text('endDate')) as number;
    const unit = requireUnit(unitName, name);
    const firstDay = unit === 'week' ? startOfWeek(parts.startOfWeek, env, name) : 0;
    return firstDay === null ? null : long(BigInt(difference(from, to, unit, zone, firstDay)));
  };
}

function startOfWeek(startOfWeek: Evaluate | undefined, env: Env, name: string): number | null {
  if (!startOfWeek) return 0;
  const value = startOfWeek(env);
  return isNullish(value) ? null : requireWeekday(value, name);
}

/** How often a new unit, such as a day, begins between two instants. */
function difference(from: number, to: number, unit: Unit, zone: TimeZone, firstDay: number): number {
  const a = toLocal(from, zone);
  const b = toLocal(to, zone);
  const day = (local: number) => Math.floor(local / DAY);
  switch (unit) {
    case 'year':
      return calendarParts(b).year - calendarParts(a).year;
    case 'quarter':
      return quarters(b) - quarters(a);
    case 'month':
      return monthsOf(b) - monthsOf(a);
    case 'week':
      return (day(b) - daysIntoWeek(b, firstDay) - (day(a) - daysIntoWeek(a, firstDay))) / 7;
    case 'day':
      return day(b) - day(a);
    case 'hour':
      return hourDifference(from, to, a, b);
    default:
      return Math.floor(to / (FIXED[unit] as number)) - Math.floor(from / (FIXED[unit] as number));
  }
}

/**
 * How many local hours begin between two instants. If the offset of the zone changed by full hours between them, the
 * hours of that change are not counted.
 */
function hourDifference(from: number, to: number, a: number, b: number): number {
  const hour = FIXED.hour as number;
  const moved = b - to - (a - from);
  return Math.floor(b / hour) - Math.floor(a / hour) - Math.trunc(moved / hour);
}

function monthsOf(local: number): number {
  const { year, month } = calendarParts(local);
  return year * 12 + month - 1;
}

function quarters(local: number): number {
  return Math.floor(monthsOf(local) / 3);
}

function daysIntoWeek(local: number, firstDay: number): number {
  return (weekday(local) - firstDay + 7) % 7;
}

function compileTruncate(operand: unknown, scope: Scope, name: string): Evaluate {
  const parts = named(operand, scope, name, ['date', 'unit'], ['binSize', 'timezone', 'startOfWeek'], {
    notDocument: 5439007,
    unknown: 5439008,
    missing: 5439009,
  });
  const zoneOf = zoneReader(parts.timezone, name);
  return (env) => {
    const date = parts.date(env);
    const unitName = parts.unit(env);
    const zone = zoneOf(env);
    const size = parts.binSize ? parts.binSize(env) : 1;
    if (isNullish(date) || isNullish(unitName) || isNullish(size) || !zone) return null;
    const instant = instantOf(
      date,
      5439012,
      (type) => `${name} requires 'date' to be a date, but got ${type}`,
    ) as number;
    const unit = requireUnit(unitName, name);
    const bin = asWholeNumber(size);
    if (bin === undefined)
      throw locationError(
        5439017,
        `${name} requires 'binSize' to be a 64-bit integer, but got value '${show(size)}' of type ${typeName(size)}`,
      );
    if (bin <= 0n)
      throw locationError(5439018, `${name} requires 'binSize' to be greater than 0, but got value ${bin}`);
    const firstDay = unit === 'week' ? startOfWeek(parts.startOfWeek, env, name) : 0;
    return firstDay === null ? null : new Date(truncate(instant, unit, Number(bin), zone, firstDay));
  };
}

const REFERENCE = utcMilliseconds(2000, 0, 1);

/**
 * The start of the bin that contains an instant. Bins are counted from the start of the year 2000.
 */
function truncate(instant: number, unit: Unit, bin: number, zone: TimeZone, firstDay: number): number {
  const local = toLocal(instant, zone);
  switch (unit) {
    case 'year':
    case 'quarter':
    case 'month': {
      const months = bin * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1);
      const since = Math.floor((monthsOf(local) - 24_000) / months) * months;
      return toInstant(utcMilliseconds(2000, since, 1), zone);
    }
    case 'week': {
      const first = REFERENCE + ((firstDay - weekday(REFERENCE) + 7) % 7) * DAY;
      return toInstant(first + Math.floor((local - first) / (7 * bin * DAY)) * 7 * bin * DAY, zone);
    }
    case 'day':
      return toInstant(REFERENCE + Math.floor((local - REFERENCE) / (bin * DAY)) * bin * DAY, zone);
    default: {
      const length = bin * (FIXED[unit] as number);
      const start = toInstant(REFERENCE, zone);
      return start + Math.floor((instant - start) / length) * length;
    }
  }
}
