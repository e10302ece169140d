import { createHash } from 'node:crypto';
import type { CalendarQuery } from '@keyhaven/contracts/pricing/public-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { RawAnswer } from '@keyhaven/service/http/raw-answer';
import { dayNumber } from '@keyhaven/stays/calendar-date';
import type { CalendarCache, ChunkName } from './calendar-cache';
import { type CalendarChunk, chunkNumber, sliceOfChunk } from './calendar-chunk';

/** The parts of a request for calendars that a response needs besides the parsed query parameters. */
export interface CalendarRequest {
  scope: AccountScope;
  /** Path and query string, as the client sent them. */
  url: string;
  ifNoneMatch: string | undefined;
}

/**
 * Responds from the cache, or computes a new response. Responds with 304 when If-None-Match
 * contains the ETag. We compare ETags ourselves because Express ignores If-None-Match when a
 * request has `Cache-Control: no-cache`, and fetch adds that header to every request with
 * If-None-Match.
 * @param listed the object that the calendar directory returned for the requested calendars.
 * @param write a function that builds the response. It is called only if no current response is
 * cached.
 */
export async function answerCalendars(
  cache: CalendarCache,
  { scope, url, ifNoneMatch }: CalendarRequest,
  listed: object,
  write: () => Promise<CalendarWriter>,
): Promise<RawAnswer> {
  // The account and the URL alone decide which nights are returned, so together they are the cache key.
  const address = `${scope.accountId} ${url}`;
  const cached = cache.getAnswer(address, listed);
  if (cached && isNamedIn(ifNoneMatch, cached.etag)) return notModified(cached.etag);
  if (cached?.json) return complete(cached.etag, cached.json);
  const written = await write();
  const { etag, chunks } = written;
  const json = isNamedIn(ifNoneMatch, etag) ? undefined : written.json;
  if (written.isCacheable) cache.putAnswer(address, { etag, listed, chunks, json });
  return json ? complete(etag, json) : notModified(etag);
}

function complete(etag: string, json: Buffer): RawAnswer {
  return new RawAnswer(json, { ETag: `"${etag}"`, 'Content-Type': 'application/json; charset=utf-8' });
}

function notModified(etag: string): RawAnswer {
  return new RawAnswer('', { ETag: `"${etag}"` }, 304);
}

/** Builds a response from the JSON of chunks. The ETag is a hash of the chunks' hashes. */
export class CalendarWriter {
  private readonly parts: Buffer[] = [];
  readonly chunks: ChunkName[] = [];
  /** False if the response may become outdated although no calendar has a new version. */
  isCacheable = true;
  private readonly tags: string[];
  private readonly firstChunk: number;
  private readonly fromDay: number;
  private readonly toDay: number;

  /** The dates are part of the ETag, because two ranges can contain different nights of the same chunks. */
  constructor({ from, to }: CalendarQuery) {
    this.tags = [from, to];
    this.firstChunk = chunkNumber(from);
    this.fromDay = dayNumber(from);
    this.toDay = dayNumber(to);
  }

  text(text: string): void {
    this.parts.push(Buffer.from(text));
    this.tags.push(text);
  }

  calendar(propertyId: number, chunks: readonly CalendarChunk[]): void {
    this.text(`{"property_id":${propertyId},"currency_code":${JSON.stringify(chunks[0]!.currencyCode)}`);
    chunks.forEach(({ tag }, index) => this.chunks.push({ propertyId, number: this.firstChunk + index, tag }));
    const slices = chunks
      .map((chunk, index) => sliceOfChunk(chunk, this.firstChunk + index, this.fromDay, this.toDay))
      .filter((slice) => slice.length > 0);
    if (slices.length > 0) {
      this.text(',"days":[');
      const last = slices[slices.length - 1]!;
      // Drop the comma after the last night.
      slices[slices.length - 1] = last.subarray(0, last.length - 1);
      this.parts.push(...slices);
      this.tags.push(...chunks.map(({ tag }) => tag));
      this.text(']');
    }
    this.text('}');
  }

  get etag(): string {
    return createHash('sha256').update(this.tags.join('\n')).digest('base64url').slice(0, 22);
  }

  get json(): Buffer {
    return Buffer.concat(this.parts);
  }
}

/** Whether If-None-Match (RFC 9110, section 13.1.2) contains the ETag. Weak and strong ETags compare as equal. */
function isNamedIn(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === etag);
}
