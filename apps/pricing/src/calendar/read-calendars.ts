import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { CalendarListQuery, CalendarQuery } from '@keyhaven/contracts/pricing/public-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { nextPageUrl } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { pageKey, pageSkip } from '@keyhaven/persistence/list-filters';
import type { RawAnswer } from '@keyhaven/service/http/raw-answer';
import { dateOfDay } from '@keyhaven/stays/calendar-date';
import { loadCalendarSources } from '../nights/load-calendar-sources';
import type { ListedCalendar } from '../store/calendar-directory';
import type { PricingStore } from '../store/pricing-store';
import { answerCalendars, type CalendarRequest, CalendarWriter } from './calendar-answer';
import type { CalendarCache, ChunksByProperty } from './calendar-cache';
import { CHUNK_DAYS, chunkNumber, computeChunks } from './calendar-chunk';

/** After this many properties, the computation lets the event loop handle other requests. */
const PROPERTIES_PER_TICK = 5;

/** Lists a page of the account's calendars, ordered by property id. Unknown ids are omitted. */
export async function listCalendars(
  store: PricingStore,
  cache: CalendarCache,
  query: CalendarListQuery,
  request: CalendarRequest,
): Promise<RawAnswer> {
  const listed = await store.directory.list(request.scope);
  return answerCalendars(cache, request, listed, async () => {
    const { limit, offset } = query;
    const found = matching(listed, query).slice(pageSkip(query), pageSkip(query) + limit + 1);
    const calendars = found.slice(0, limit);
    const last = calendars[calendars.length - 1];
    const next = last && found.length > limit ? nextPageUrl(request.url, query, { after_id: String(last.id) }) : null;
    const chunks = await readChunks(store, cache, request.scope, calendars, query);
    const existing = calendars.filter(({ id }) => chunks.has(id));
    const json = new CalendarWriter(query);
    json.text('{"items":[');
    existing.forEach(({ id }, index) => {
      if (index > 0) json.text(',');
      json.calendar(id, chunks.get(id)!);
    });
    json.text(
      `],"limit":${limit},"offset":${offset},"count":${existing.length},"next_page_url":${JSON.stringify(next)}}`,
    );
    // If a calendar has no chunks, its property was just deleted, and CalendarDirectory does not know this yet.
    json.isCacheable = existing.length === calendars.length;
    return json;
  });
}

/** Returns the calendars that match a query, in ascending order of id. */
function matching(listed: readonly ListedCalendar[], query: CalendarListQuery): ListedCalendar[] {
  const named = namedProperties(query);
  const wanted = named && new Set(named);
  const after = pageKey(query);
  return listed.filter(
    ({ id, isActive }) =>
      (query.active === 'all' || isActive === query.active) &&
      (!wanted || wanted.has(id)) &&
      (after === undefined || id > after),
  );
}

/**
 * Returns the calendar of one property, active or not.
 * @throws ApiError not_found.
 */
export async function getCalendar(
  store: PricingStore,
  cache: CalendarCache,
  propertyId: number,
  query: CalendarQuery,
  request: CalendarRequest,
): Promise<RawAnswer> {
  const calendar = await store.directory.get(request.scope, propertyId);
  if (!calendar) throw noProperty();
  return answerCalendars(cache, request, calendar, async () => {
    const chunks = (await readChunks(store, cache, request.scope, [calendar], query)).get(propertyId);
    if (!chunks) throw noProperty();
    const json = new CalendarWriter(query);
    json.calendar(propertyId, chunks);
    return json;
  });
}

function noProperty(): ApiError {
  return new ApiError('not_found', 'a property with this id does not exist');
}

/**
 * Returns the chunks that cover a range. Cached chunks are used if they are as new as the
 * calendar's version. Deleted properties are omitted. No returned chunk is older than the version
 * of its calendar.
 * @param calendars the calendars with their versions. The versions must have been read before this
 * call.
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

/**
 * Computes and caches the chunks `first` to `last` of the calendar of each property. A chunk covers CHUNK_DAYS days. The
 * number of queries does not grow with the number of properties.
 */
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
