import { z } from 'zod';
import { sinceInput } from './instants';
import { idInput, removedParameter, wholeNumberInput } from './inputs';

export const DEFAULT_LIMIT = 20;
/**
 * A larger limit is refused and not reduced, because clients treat a page that is shorter than the limit as the last
 * one.
 */
export const MAX_LIMIT = 1000;

/**
 * The paging parameters of every list. `after_id` in next_page_url finds the next page even if records change.
 * `after_offset` in it is the offset that `after_id` belongs to: if a client changes `offset`, the new offset is used
 * instead.
 */
export const pagingQuery = z.object({
  limit: wholeNumberInput(1, MAX_LIMIT).default(DEFAULT_LIMIT),
  offset: wholeNumberInput(0, 10_000_000).default(0),
  after_id: idInput.optional(),
  after_offset: wholeNumberInput(0, 10_000_000).optional(),
  sinceUtc: removedParameter('sinceUtc', 'since_utc'),
});
export type Paging = Pick<z.output<typeof pagingQuery>, 'limit' | 'offset' | 'after_id' | 'after_offset'>;

/**
 * Whether the page begins after the key of the next_page_url, such as after_id: it does unless the client changed the
 * offset.
 */
export function keyDecides({ offset, after_offset }: Pick<Paging, 'offset' | 'after_offset'>): boolean {
  return after_offset === undefined || after_offset === offset;
}

/** The additional parameters of lists of records that change. */
export const changedSinceQuery = pagingQuery.extend({ since_utc: sinceInput.optional() });

/** A page of a list. `count` is the number of items in this page; `next_page_url` is null on the last one. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    limit: z.int(),
    offset: z.int(),
    count: z.int(),
    next_page_url: z.string().startsWith('/').nullable(),
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
 * Builds a page. `found` has up to limit + 1 records, ordered by id; the extra one shows that there is a next page.
 * @param requestUrl root-relative path and query of the request; all its parameters except the paging ones are kept.
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
 * The address of the next page.
 * @param place the parameters that find the next page even if records change.
 */
export function nextPageUrl(
  requestUrl: string,
  { limit, offset }: Pick<Paging, 'limit' | 'offset'>,
  place: Readonly<Record<string, string>>,
): string {
  const url = new URL(requestUrl, 'http://root');
  const nextOffset = String(offset + limit);
  const next = { limit: String(limit), offset: nextOffset, ...place, after_offset: nextOffset };
  for (const [name, value] of Object.entries(next)) url.searchParams.set(name, value);
  return `${url.pathname.replace(/\/+$/, '')}${url.search}`;
}
