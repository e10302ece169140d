import { MongoError } from '../../../errors';
import { isoWeekDate } from './calendar';
import type { FormatPiece } from './format-date';
import { checkedMilliseconds } from './parse-date-text';
import { timeZone, toInstant, utcMilliseconds, UTC, type TimeZone } from './time-zone';

/** The letters that $dateFromString knows in a format. */
export const INPUT_LETTERS = 'YmdHMSLjuVGzZ';

const PATTERNS: Record<string, string> = {
  Y: '\\d{4}',
  m: '\\d{1,2}',
  d: '\\d{1,2}',
  H: '\\d{1,2}',
  M: '\\d{1,2}',
  S: '\\d{1,2}',
  L: '\\d{1,3}',
  j: '\\d{1,3}',
  u: '[1-7]',
  V: '\\d{1,2}',
  G: '\\d{4}',
  z: '[+-]\\d{2}:?\\d{2}|Z',
  Z: '[+-]\\d{1,3}',
};

/** Reads a date by a format. @throws MongoError 241 for a text that does not follow it */
export function parseWithFormat(text: string, pieces: readonly FormatPiece[], zone: TimeZone): Date {
  const letters = pieces.flatMap((piece) => ('letter' in piece ? [piece.letter] : []));
  const pattern = pieces
    .map((piece) => ('text' in piece ? escapeText(piece.text) : `(${PATTERNS[piece.letter]})`))
    .join('');
  const found = new RegExp(`^${pattern}$`).exec(text);
  if (!found) throw failure(text, 'Trailing data or an unexpected character');
  const values = new Map(letters.map((letter, at) => [letter, found[at + 1] as string]));
  const number = (letter: string, otherwise: number) => Number(values.get(letter) ?? otherwise);
  const time = [
    number('H', 0),
    number('M', 0),
    number('S', 0),
    values.has('L') ? Number((values.get('L') as string).padEnd(3, '0')) : 0,
  ] as const;
  return new Date(toInstant(localOf(text, values, number, time), zoneOf(values, zone)));
}

function localOf(
  text: string,
  values: ReadonlyMap<string, string>,
  number: (letter: string, otherwise: number) => number,
  time: readonly [number, number, number, number],
): number {
  const timeOfDay = checkedMilliseconds(text, 1970, 1, 1, ...time);
  if (values.has('G')) return isoWeekDate(number('G', 1970), number('V', 1), number('u', 1)) + timeOfDay;
  if (!values.has('Y')) throw failure(text, 'an incomplete date: a year is missing');
  if (values.has('j')) return utcMilliseconds(number('Y', 1970), 0, number('j', 1)) + timeOfDay;
  if (!values.has('m') || !values.has('d')) throw failure(text, 'an incomplete date: a month or a day is missing');
  return checkedMilliseconds(text, number('Y', 1970), number('m', 1), number('d', 1), ...time);
}

function zoneOf(values: ReadonlyMap<string, string>, zone: TimeZone): TimeZone {
  const named = values.get('z');
  if (named) return named === 'Z' ? UTC : timeZone(named);
  const minutes = values.get('Z');
  return minutes ? { name: minutes, offsetAt: () => Number(minutes) * 60_000 } : zone;
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function failure(text: string, why: string): MongoError {
  return new MongoError(241, 'ConversionFailure', `Error parsing date string '${text}'; ${why}`);
}
