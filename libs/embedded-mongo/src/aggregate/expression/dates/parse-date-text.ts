import { MongoError, notSupported } from '../../../errors';
import { timeZone, toInstant, UTC, utcMilliseconds, type TimeZone } from './time-zone';

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/;

function failure(text: string, why: string): MongoError {
  return new MongoError(241, 'ConversionFailure', `Error parsing date string '${text}'; ${why}`);
}

/**
 * The date that an ISO 8601 text names. MongoDB also reads other forms ("Feb 3rd, 2017"), which are refused here.
 * @throws MongoError 241 for a date that does not exist, and for two zones
 */
export function parseDateText(text: string, zone?: TimeZone): Date {
  const found = ISO.exec(text.trim());
  if (!found) {
    if (text.trim() === '') throw failure(text, '0: Empty string');
    throw notSupported(`a date written as '${text.slice(0, 60)}'`);
  }
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((group) => Number(found[group] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const millisecond = Math.floor(Number(`0.${found[7] ?? '0'}`) * 1000 + 1e-6);
  const own = found[8];
  if (own && zone && zone !== UTC)
    throw failure(
      text,
      `you cannot pass in a date/time string with time zone information ('${own}') together with a timezone argument`,
    );
  const local = checkedMilliseconds(text, year, month, day, hour, minute, second, millisecond);
  return new Date(toInstant(local, own ? timeZone(/^[+-]/.test(own) ? own : 'UTC') : (zone ?? UTC)));
}

/** @throws MongoError 241 for a day or a time that does not exist */
export function checkedMilliseconds(
  text: string,
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  millisecond: number,
): number {
  const local = utcMilliseconds(year, month - 1, day, hour, minute, second, millisecond);
  const date = new Date(local);
  const isSame =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    second < 60;
  if (!isSame) throw failure(text, 'The parsed date was invalid');
  return local;
}
