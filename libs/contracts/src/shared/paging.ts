import { z } from 'zod';
import { camelCase } from './camel-case';
import { sinceInput } from './instants';
import { idInput, removedParameter, wholeNumberInput } from './inputs';

export const DEFAULT_LIMIT = 20;
/**
 * The maximum `limit` of a list. A larger value is refused, not reduced: clients treat a page that
 * is shorter than the requested limit as the last page.
 */
export const MAX_LIMIT = 1000;

/**
 * The paging parameters of every list. next_page_url contains `after_id`, which finds the next page
 * even if records change, and `after_offset`, the offset of that page. If a client changes
 * `offset`, `after_id` is ignored.
 */
export const pagingQuery = z.object({
  limit: wholeNumberInput(1, MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .describe(`Number of items per page, from 1 to ${MAX_LIMIT}. A larger number is a 400.`),
  offset: wholeNumberInput(0, 10_000_000).default(0).describe('Number of items to skip, at most 10,000,000.'),
  after_id: idInput
    .optional()
    .describe('Set in `next_page_url`: the page begins after the record with this id, even if records have changed.'),
  after_offset: wholeNumberInput(0, 10_000_000)
    .optional()
    .describe('Set in `next_page_url`: the `offset` that belongs to its key. If `offset` differs, the key is ignored.'),
  sinceUtc: removedParameter('the parameter sinceUtc was removed; use since_utc'),
});
export type Paging = Pick<z.output<typeof pagingQuery>, 'limit' | 'offset' | 'after_id' | 'after_offset'>;

/**
 * Whether the page begins after the key in next_page_url, such as after_id. False if the client
 * changed the offset of that URL.
 */
export function keyDecides({ offset, after_offset }: Pick<Paging, 'offset' | 'after_offset'>): boolean {
  return after_offset === undefined || after_offset === offset;
}

/** The additional parameters of lists of records that change. */
export const changedSinceQuery = pagingQuery.extend({
  since_utc: sinceInput
    .optional()
    .describe(
      'Only records whose `updated_utc` is at or after this time, or up to 5 seconds before it: ISO 8601 (UTC unless it ' +
        'has an offset) or an HTTP date. Blank or `null` returns all records.',
    ),
});

/** The URL of the next page in responses. */
export const nextPage = z
  .string()
  .startsWith('/')
  .nullable()
  .describe('Path and query of the next page, with the other parameters of the request. Null on the last page.');

/** A page of a list. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).describe('The records of this page, in the order of the list.'),
    limit: z.int().describe('The `limit` of the request, or its default.'),
    offset: z.int().describe('The `offset` of the request, or its default.'),
    count: z.int().describe('Number of items on this page.'),
    next_page_url: nextPage,
  });
}

export interface Page<Item> {
  items: Item[];
  limit: number;
  offset: number;
  count: number;
  next_page_url: string | null;
}

/**
 * Builds a page.
 * @param found up to limit + 1 records, ordered by id. The additional one shows that there is a next page.
 * @param requestUrl the path and query of the request. All parameters except those for paging are kept.
 */
export function buildPage<Found extends { id: number }, Item>(
  found: Found[],
  paging: Paging,
  requestUrl: string,
  present: (record: Found) => Item,
): Page<Item> {
  const { limit, offset } = paging;
  const records = found.slice(0, limit);
  return {
    items: records.map(present),
    limit,
    offset,
    count: records.length,
    next_page_url:
      found.length > limit
        ? nextPageUrl(requestUrl, paging, { after_id: String(records[records.length - 1]!.id) })
        : null,
  };
}

/**
 * Returns the URL of the next page.
 * @param key the parameters that find the next page even if records change, such as after_id.
 */
export function nextPageUrl(
  requestUrl: string,
  { limit, offset }: Pick<Paging, 'limit' | 'offset'>,
  key: Readonly<Record<string, string>>,
): string {
  const url = new URL(requestUrl, 'http://root');
  const nextOffset = String(offset + limit);
  const next = { limit: String(limit), offset: nextOffset, ...key, after_offset: nextOffset };
  for (const [name, value] of Object.entries(next)) {
    // Remove the camelCase names too: version 1 prefers them, so an old position under such a name
    // would repeat this page.
    if (camelCase(name) !== name) url.searchParams.delete(camelCase(name));
    url.searchParams.set(name, value);
  }
  return `${url.pathname.replace(/\/+$/, '')}${url.search}`;
}
