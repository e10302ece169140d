import { createHash } from 'node:crypto';
import { dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import { computeNights } from './domain/compute-nights';
import type { Night } from '../nights/domain/calendar-sources';
import type { LoadedProperty } from '../nights/load-calendar-sources';

/** How many days a piece has: a range of 90 is in two or three, and a change of one night makes few anew. */
export const PIECE_DAYS = 64;

/** The ready-made nights of one property for a run of days that begins at a multiple of PIECE_DAYS. */
export interface Piece {
  /** The version of the calendar that was read before the rows. */
  version: number;
  /** When the nights become others although no row changes, in milliseconds since the epoch. */
  changesAtMs: number;
  currencyCode: string;
  /** The nights as JSON, each followed by a comma. */
  bytes: Buffer;
  /** Where each day's night begins, and where the last one ends. A day without a night is empty. */
  starts: Uint32Array;
  /** Stands for the bytes. */
  tag: string;
}

/** The number of the piece in which a day lies. */
export function pieceNumber(date: string): number {
  return Math.floor(dayNumber(date) / PIECE_DAYS);
}

/** Makes the pieces of a property from one number to another, both included, in one computation. */
export function makePieces(property: LoadedProperty, first: number, last: number): Map<number, Piece> {
  const { inputs, calendarVersion, changesAt } = property;
  const from = dateOfDay(first * PIECE_DAYS);
  const to = dateOfDay((last + 1) * PIECE_DAYS - 1);
  const byDay = new Map(computeNights(inputs, from, to).map((night) => [dayNumber(night.date), night]));
  const pieces = new Map<number, Piece>();
  for (let number = first; number <= last; number++) {
    pieces.set(number, {
      version: calendarVersion,
      changesAtMs: changesAt.getTime(),
      currencyCode: inputs.property.currencyCode,
      ...writeNights(Array.from({ length: PIECE_DAYS }, (_, index) => byDay.get(number * PIECE_DAYS + index))),
    });
  }
  return pieces;
}

function writeNights(nights: readonly (Night | undefined)[]): Pick<Piece, 'bytes' | 'starts' | 'tag'> {
  const starts = new Uint32Array(PIECE_DAYS + 1);
  const texts = nights.map((night) => (night ? Buffer.from(`${JSON.stringify(night)},`) : Buffer.alloc(0)));
  texts.forEach((text, index) => (starts[index + 1] = starts[index]! + text.length));
  const bytes = Buffer.concat(texts);
  return { bytes, starts, tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 16) };
}

/** The nights of a piece from one day to another, both included, as JSON with a comma behind each. */
export function sliceOfPiece(piece: Piece, number: number, fromDay: number, toDay: number): Buffer {
  const firstDay = number * PIECE_DAYS;
  const first = Math.max(fromDay - firstDay, 0);
  const end = Math.min(toDay - firstDay + 1, PIECE_DAYS);
  return piece.bytes.subarray(piece.starts[first], piece.starts[end]);
}
