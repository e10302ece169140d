import { locationError } from '../../errors/mongo-error';
import { calendarParts, dayOfYear, isoWeek, isoWeekday, weekday, weekOfYear } from './calendar';
import { toLocal, type TimeZone } from './time-zone';

/** One part of a format: plain text, or the letter of a % specifier. */
export type FormatPiece = { text: string } | { letter: string };

/** The % specifiers that $dateToString supports. */
const LETTERS = 'YmdHMSLjuwUVGzZ';

/**
 * Splits a format such as %Y-%m-%d into its parts.
 * @throws MongoError 18535 or 18536 for an unknown specifier
 */
export function parseFormat(format: string): FormatPiece[] {
  const pieces: FormatPiece[] = [];
  for (let at = 0; at < format.length; at++) {
    if (format[at] !== '%') {
      const end = format.indexOf('%', at);
      pieces.push({ text: format.slice(at, end < 0 ? undefined : end) });
      if (end < 0) break;
      at = end - 1;
      continue;
    }
    const letter = format[++at];
    if (letter === undefined) throw locationError(18535, "Unmatched '%' at end of format string");
    if (letter !== '%' && !LETTERS.includes(letter))
      throw locationError(18536, `Invalid format character '%${letter}' in format string`);
    pieces.push(letter === '%' ? { text: '%' } : { letter });
  }
  return pieces;
}

export function formatDate(instant: number, zone: TimeZone, pieces: readonly FormatPiece[]): string {
  const local = toLocal(instant, zone);
  const offsetMinutes = Math.round((local - instant) / 60_000);
  return pieces
    .map((piece) => ('text' in piece ? piece.text : formatLetter(piece.letter, local, offsetMinutes)))
    .join('');
}

function formatLetter(letter: string, local: number, offsetMinutes: number): string {
  const parts = calendarParts(local);
  switch (letter) {
    case 'Y':
      return formatYear(parts.year);
    case 'm':
      return padded(parts.month, 2);
    case 'd':
      return padded(parts.day, 2);
    case 'H':
      return padded(parts.hour, 2);
    case 'M':
      return padded(parts.minute, 2);
    case 'S':
      return padded(parts.second, 2);
    case 'L':
      return padded(parts.millisecond, 3);
    case 'j':
      return padded(dayOfYear(local), 3);
    case 'u':
      return String(isoWeekday(local));
    case 'w':
      return String(weekday(local) + 1);
    case 'U':
      return padded(weekOfYear(local), 2);
    case 'V':
      return padded(isoWeek(local).week, 2);
    case 'G':
      return formatYear(isoWeek(local).year);
    case 'Z':
      return (offsetMinutes < 0 ? '-' : '+') + padded(Math.abs(offsetMinutes), 3);
    default:
      return (
        (offsetMinutes < 0 ? '-' : '+') +
        padded(Math.floor(Math.abs(offsetMinutes) / 60), 2) +
        padded(Math.abs(offsetMinutes) % 60, 2)
      );
  }
}

function formatYear(year: number): string {
  if (year < 0 || year > 9999)
    throw locationError(18537, `$dateToString is only defined on year 0-9999, tried to use year ${year}`);
  return padded(year, 4);
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
