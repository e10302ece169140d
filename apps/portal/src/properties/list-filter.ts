import { isCalendarDate } from '@keyhaven/contracts/shared/dates';
import { queryNumber, queryOffset } from '../visit/query-number';

/** The number of records on a page of a list. */
const LIST_LIMIT = 50;

/** The filters of the lists of bookings and of quotes. Wrong values are left out. */
export interface ListFilter<Status extends string> {
  /** The text to find in the names of properties. Empty for all properties. */
  property: string;
  /** The text to find in the records themselves. Used only where the API can search the records. */
  q: string;
  status: Status | undefined;
  from: string;
  to: string;
  /** `offset` is the number of records on the previous pages. `afterId` is the id of the last one of these records. */
  offset: number;
  afterId: number | undefined;
}

/** Reads the filters. Without a `from`, the list contains only stays that end today or later. */
export function readListFilter<Status extends string>(
  query: URLSearchParams,
  statuses: readonly Status[],
  today: string,
): ListFilter<Status> {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, 100);
  const date = (name: string) => (isCalendarDate(query.get(name) ?? '') ? query.get(name)! : '');
  return {
    property: text('property'),
    q: text('q'),
    status: statuses.find((status) => status === query.get('status')),
    from: query.has('from') ? date('from') : today,
    to: date('to'),
    offset: queryOffset(query),
    afterId: queryNumber(query, 'after'),
  };
}

/** Returns the filters as parameters for the API. `q` is left out, because not every list can be searched. */
export function listQuery<Status extends string>(filter: ListFilter<Status>) {
  const { property, status, from, to, offset, afterId } = filter;
  return {
    limit: LIST_LIMIT,
    offset,
    ...(afterId === undefined ? {} : { after_id: afterId, after_offset: offset }),
    ...(property === '' ? {} : { property_q: property }),
    ...(status === undefined ? {} : { status }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  };
}

/** Returns the URLs of the previous and the next page of a list. */
export function neighbours(
  path: string,
  filter: ListFilter<string>,
  { items, next_page_url }: { items: readonly { id: number | null }[]; next_page_url: string | null },
): { text: string; previousHref?: string; nextHref?: string } {
  const { property, q, status, from, to, offset } = filter;
  const at = (next: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...(q !== '' && { q }), property, status: status ?? '', from, to, ...next }).toString()}`;
  const last = items.at(-1)?.id;
  return {
    text: items.length > 0 ? `${offset + 1} to ${offset + items.length}` : 'Nothing here',
    previousHref: offset > 0 ? at({ offset: String(Math.max(0, offset - LIST_LIMIT)) }) : undefined,
    nextHref:
      next_page_url !== null && last ? at({ offset: String(offset + items.length), after: String(last) }) : undefined,
  };
}
