import { z } from 'zod';
import { sinceInput } from './instants';
import { idInput, removedParameter, wholeNumberInput } from './inputs';

export const DEFAULT_LIMIT = 20;
/** A larger limit is refused and never cut: clients take a page shorter than they asked for as the last one. */
export const MAX_LIMIT = 1000;

/**
 * What every list takes. `after_id` stands in next_page_url: it finds the place again while records change. `after_offset`
 * stands beside it and says for which offset: who changes the offset of a next_page_url asks for another place.
 */
export const pagingQuery = z.object({
  limit: wholeNumberInput(1, MAX_LIMIT).default(DEFAULT_LIMIT),
  offset: wholeNumberInput(0, 10_000_000).default(0),
  after_id: idInput.optional(),
  after_offset: wholeNumberInput(0, 10_000_000).optional(),
  sinceUtc: removedParameter('sinceUtc', 'since_utc'),
});
export type Paging = Pick<z.output<typeof pagingQuery>, 'limit' | 'offset' | 'after_id' | 'after_offset'>;

/** Whether the key of a next_page_url, such as after_id, says where the page begins: unless its offset was changed. */
export function keyDecides({ offset, after_offset }: Pick<Paging, 'offset' | 'after_offset'>): boolean {
  return after_offset === undefined || after_offset === offset;
}

/** What lists of records that change take too. */
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
 * Builds a page. `found` holds up to limit + 1 records, ordered by id: the one too many tells that there is a next page.
 * @param requestUrl root-relative path and query of the request; every parameter but the paging ones is kept.
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
 * The address of the page behind this one.
 * @param place the parameters that find the place again while records change.
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
