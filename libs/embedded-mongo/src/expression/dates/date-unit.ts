import { locationError, MongoError } from '../../errors/mongo-error';
import { typeName } from '../../values/type-of';

export type Unit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond';
const UNITS: readonly string[] = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second', 'millisecond'];

/** The lengths of the units with a constant length, in milliseconds. */
export const FIXED: Partial<Record<Unit, number>> = { hour: 3_600_000, minute: 60_000, second: 1_000, millisecond: 1 };

export function requireUnit(value: unknown, name: string): Unit {
  if (typeof value !== 'string')
    throw locationError(5439013, `${name} requires 'unit' to be a string, but got ${typeName(value)}`);
  if (!UNITS.includes(value))
    throw new MongoError(
      9,
      'FailedToParse',
      `${name} parameter 'unit' value cannot be recognized as a time unit: ${value}`,
    );
  return value as Unit;
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Parses the English name of a weekday, or its first three letters. 0 is Sunday. */
export function requireWeekday(value: unknown, name: string): number {
  if (typeof value !== 'string')
    throw locationError(5439015, `${name} requires 'startOfWeek' to be a string, but got ${typeName(value)}`);
  const day = DAYS.findIndex((full) => full === value.toLowerCase() || full.slice(0, 3) === value.toLowerCase());
  if (day < 0)
    throw new MongoError(
      9,
      'FailedToParse',
      `${name} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${value}`,
    );
  return day;
}
