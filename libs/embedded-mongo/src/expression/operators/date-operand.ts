import { ObjectId, Timestamp } from 'bson';
import { locationError } from '../../errors/mongo-error';
import { typeName } from '../../values/type-of';
import { isNullish } from './operator';
import { constantValue, type Env, type Evaluate } from './scope';
import { timeZone, UTC, type TimeZone } from '../dates/time-zone';

/**
 * Converts a date, a timestamp or an ObjectId to milliseconds since 1970. Returns null if the value
 * is null or missing.
 * @throws MongoError with the given code for other types
 */
export function instantOf(
  value: unknown,
  code = 16006,
  text = (type: string) => `can't convert from BSON type ${type} to Date`,
): number | null {
  if (value instanceof Date) return value.getTime();
  if (isNullish(value)) return null;
  if (value instanceof ObjectId) return value.getTimestamp().getTime();
  if (value instanceof Timestamp) return Number(BigInt.asUintN(64, value.toBigInt()) >> 32n) * 1000;
  throw locationError(code, text(typeName(value)));
}

/**
 * Creates a function that reads the time zone of an operator. It returns UTC if the operator has no zone, and null if
 * the zone is null. A constant zone is looked up only once.
 */
export function zoneReader(timezone: Evaluate | undefined, name: string): (env: Env) => TimeZone | null {
  if (!timezone) return () => UTC;
  const constant = constantValue(timezone);
  if (constant && typeof constant.value === 'string') {
    const zone = timeZone(constant.value);
    return () => zone;
  }
  return (env) => {
    const value = timezone(env);
    if (isNullish(value)) return null;
    if (typeof value !== 'string')
      throw locationError(40517, `timezone must evaluate to a string, found ${typeName(value)} in ${name}`);
    return timeZone(value);
  };
}
