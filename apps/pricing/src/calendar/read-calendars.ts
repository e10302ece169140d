import { createHash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { CalendarListQuery, CalendarQuery } from '@keyhaven/contracts/pricing/public-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { nextPageUrl } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { pageKey, pageSkip } from '@keyhaven/persistence/list-filters';
import { RawAnswer } from '@keyhaven/service/http/raw-answer';
import { dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import { loadCalendarSources } from '../nights/load-calendar-sources';
import type { ListedCalendar } from '../store/calendar-directory';
import type { PricingStore } from '../store/pricing-store';
import type { CalendarCache, ChunksByProperty } from './calendar-cache';
import { type CalendarChunk, CHUNK_DAYS, chunkNumber, computeChunks, sliceOfChunk } from './calendar-chunk';

/** How many properties are computed before the event loop handles other requests. */
const PROPERTIES_PER_TICK = 5;

/**
 * A page of the account's calendars, ordered by property. Ids of other properties are left out.
 * @returns the JSON, or 304 when `ifNoneMatch` names its ETag.
 */
export async function listCalendars(
  store: PricingStore,
  cache: CalendarCache,
  scope: AccountScope,
  query: CalendarListQuery,
  url: string,
  ifNoneMatch: string | undefined,
): Promise<RawAnswer> {
  const { limit, offset, active } = query;
  const named = namedProperties(query);
  const wanted = named && new Set(named);
  const after = pageKey(query);
  const matching = (await store.directory.list(scope)).filter(
    ({ id, isActive }) =>
      (active === 'all' || isActive === active) && (!wanted || wanted.has(id)) && (after === undefined || id > after),
  );
  const found = matching.slice(pageSkip(query), pageSkip(query) + limit + 1);
  const calendars = found.slice(0, limit);
  const hasNext = found.length > limit;
  const next = hasNext ? nextPageUrl(url, query, { after_id: String(calendars[calendars.length - 1]!.id) }) : null;
  const chunks = await readChunks(store, cache, scope, calendars, query);
  const shown = calendars.filter(({ id }) => chunks.has(id));
  const json = new CalendarWriter(query);
  json.text('{"items":[');
  shown.forEach(({ id }, index) => {
    if (index > 0) json.text(',');
    json.calendar(id, chunks.get(id)!);
  });
  json.text(`],"limit":${limit},"offset":${offset},"count":${shown.length},"next_page_url":${JSON.stringify(next)}}`);
  return json.answer(cache, ifNoneMatch);
}

/**
 * The calendar of one property, active or not.
 * @returns the JSON, or 304 when `ifNoneMatch` names its ETag.
 * @throws ApiError not_found.
 */
export async function getCalendar(
  store: PricingStore,
  cache: CalendarCache,
  scope: AccountScope,
  propertyId: number,
  query: CalendarQuery,
  ifNoneMatch: string | undefined,
): Promise<RawAnswer> {
  const calendar = await store.directory.get(scope, propertyId);
  const chunks = calendar && (await readChunks(store, cache, scope, [calendar], query)).get(propertyId);
  if (!chunks) throw new ApiError('not_found', 'a property with this id does not exist');
  const json = new CalendarWriter(query);
  json.calendar(propertyId, chunks);
  return json.answer(cache, ifNoneMatch);
}

/**
 * The chunks of calendars that cover a range: cached ones where they are as new as the calendar's version, new ones
 * otherwise. Properties that no longer exist are left out.
 * @param calendars with versions that were read before: no older chunk is returned.
 */
async function readChunks(
  store: PricingStore,
  cache: CalendarCache,
  scope: AccountScope,
  calendars: readonly ListedCalendar[],
  { from, to }: CalendarQuery,
): Promise<ChunksByProperty> {
  const [first, last] = [chunkNumber(from), chunkNumber(to)];
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const nowMs = Date.now();
  const chunks: ChunksByProperty = new Map();
  for (const { id, version } of calendars) {
    const valid = numbers.flatMap((number) => {
      const chunk = cache.getChunk(id, number);
      return chunk && chunk.version >= version && nowMs < chunk.changesAtMs ? [chunk] : [];
    });
    if (valid.length === numbers.length) chunks.set(id, valid);
  }
  const missing = calendars.filter(({ id }) => !chunks.has(id));
  if (missing.length === 0) return chunks;
  const key = [scope.accountId, first, last, ...missing.map(({ id, version }) => `${id}.${version}`)].join(',');
  const ids = missing.map(({ id }) => id);
  const made = await cache.makeOnce(key, () => makeChunks(store, cache, scope, ids, first, last));
  return new Map([...chunks, ...made]);
}

/** Makes the chunks of properties and caches them, with as many queries for one property as for a page of them. */
async function makeChunks(
  store: PricingStore,
  cache: CalendarCache,
  scope: AccountScope,
  propertyIds: readonly number[],
  first: number,
  last: number,
): Promise<ChunksByProperty> {
  const range = { from: dateOfDay(first * CHUNK_DAYS), to: dateOfDay((last + 1) * CHUNK_DAYS - 1) };
  const loaded = await loadCalendarSources(store, scope, propertyIds, range, new Date());
  const made: ChunksByProperty = new Map();
  for (const [index, property] of loaded.entries()) {
    if (index % PROPERTIES_PER_TICK === PROPERTIES_PER_TICK - 1) await yieldToOthers();
    const chunks = computeChunks(property, first, last);
    chunks.forEach((chunk, position) => cache.putChunk(property.propertyId, first + position, chunk));
    made.set(property.propertyId, chunks);
  }
  return made;
}

/** Puts an answer together from the JSON of chunks, and its ETag from their hashes. */
class CalendarWriter {
  private readonly parts: Buffer[] = [];
  private readonly tags: string[];
  private readonly firstChunk: number;
  private readonly fromDay: number;
  private readonly toDay: number;

  /** The tags begin with the range: it decides which nights of the chunks the answer has. */
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
    const slices = chunks
      .map((chunk, index) => sliceOfChunk(chunk, this.firstChunk + index, this.fromDay, this.toDay))
      .filter((slice) => slice.length > 0);
    if (slices.length > 0) {
      this.text(',"days":[');
      const last = slices[slices.length - 1]!;
      // Without the comma after the last night.
      slices[slices.length - 1] = last.subarray(0, last.length - 1);
      this.parts.push(...slices);
      this.tags.push(...chunks.map(({ tag }) => tag));
      this.text(']');
    }
    this.text('}');
  }

  /**
   * The answer, or 304 when `ifNoneMatch` names its ETag. Express's own comparison is not used: it answers in full when
   * a request says no-cache, which fetch adds to every request with If-None-Match.
   */
  answer(cache: CalendarCache, ifNoneMatch: string | undefined): RawAnswer {
    const etag = createHash('sha256').update(this.tags.join('\n')).digest('base64url').slice(0, 22);
    const headers = { ETag: `"${etag}"` };
    if (isNamedIn(ifNoneMatch, etag)) return new RawAnswer('', headers, 304);
    const body = cache.answerOf(etag, this.parts);
    return new RawAnswer(body, { ...headers, 'Content-Type': 'application/json; charset=utf-8' });
  }
}

/** Whether If-None-Match (RFC 9110, section 13.1.2) names the ETag; weak and strong ETags compare as equal. */
function isNamedIn(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === etag);
}
