import { createHash } from 'node:crypto';
import { dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import type { PropertySources } from '../nights/load-calendar-sources';
import { computeNights } from './domain/compute-nights';
import type { Night } from './domain/night';

/**
 * The number of days in a chunk. A request for 90 days reads two or three chunks, and a changed
 * night invalidates only 64 days.
 */
export const CHUNK_DAYS = 64;

/**
 * The nights of one property for CHUNK_DAYS days, as JSON. The day number of the first day is a multiple of CHUNK_DAYS.
 */
export interface CalendarChunk {
  /** The version of the calendar. It was read before the data that the nights are computed from. */
  version: number;
  /** The next time at which the nights change without a write, in milliseconds since the epoch. */
  changesAtMs: number;
  currencyCode: string;
  /** The nights as JSON, each followed by a comma. */
  json: Buffer;
  /**
   * The offset in `json` at which each day begins, followed by the offset at which the last day ends. A day without a
   * night has no bytes.
   */
  starts: Uint32Array;
  /** A hash of the JSON and the currency. */
  tag: string;
}

/** The number of the chunk that contains a date. */
export function chunkNumber(date: string): number {
  return Math.floor(dayNumber(date) / CHUNK_DAYS);
}

/** Computes the chunks `first` to `last` of a property, both included. */
export function computeChunks(property: PropertySources, first: number, last: number): CalendarChunk[] {
  const { sources, calendarVersion, changesAt } = property;
  const from = dateOfDay(first * CHUNK_DAYS);
  const to = dateOfDay((last + 1) * CHUNK_DAYS - 1);
  const { currencyCode } = sources.property;
  const byDay = new Map(computeNights(sources, from, to).map((night) => [dayNumber(night.date), night]));
  return Array.from({ length: last - first + 1 }, (_, position) => ({
    version: calendarVersion,
    changesAtMs: changesAt.getTime(),
    currencyCode,
    ...writeNights(
      currencyCode,
      Array.from({ length: CHUNK_DAYS }, (_night, index) => byDay.get((first + position) * CHUNK_DAYS + index)),
    ),
  }));
}

function writeNights(
  currencyCode: string,
  nights: readonly (Night | undefined)[],
): Pick<CalendarChunk, 'json' | 'starts' | 'tag'> {
  const starts = new Uint32Array(CHUNK_DAYS + 1);
  const texts = nights.map((night) => (night ? Buffer.from(`${JSON.stringify(night)},`) : Buffer.alloc(0)));
  texts.forEach((text, index) => (starts[index + 1] = starts[index]! + text.length));
  const json = Buffer.concat(texts);
  return { json, starts, tag: createHash('sha256').update(currencyCode).update(json).digest('base64url').slice(0, 16) };
}

/**
 * Returns the nights of a chunk from `fromDay` to `toDay`, both included, as JSON. Each night is followed by a comma.
 */
export function sliceOfChunk(chunk: CalendarChunk, number: number, fromDay: number, toDay: number): Buffer {
  const firstDay = number * CHUNK_DAYS;
  const first = Math.max(fromDay - firstDay, 0);
  const end = Math.min(toDay - firstDay + 1, CHUNK_DAYS);
  return chunk.json.subarray(chunk.starts[first], chunk.starts[end]);
}
