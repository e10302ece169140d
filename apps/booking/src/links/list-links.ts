import type { Link, LinkListQuery } from '@keyhaven/contracts/booking/link';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { LinkedProperty } from '@keyhaven/stays/night-keys';
import type { BookingStore } from '../store/booking-store';
import { type LinkBody, type LinkDocument, presentLink } from '../store/link.model';

/** More links than properties of one call can have. */
const MANY = 1000;

/** The links of properties that count for their nights: those that are being made, and those that are. */
export function readLinks(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<LinkBody[]> {
  const filter = { property_ids: { $in: [...propertyIds] }, state: { $in: ['pending', 'active'] } };
  return store.links.find(scope, filter as object, { limit: MANY });
}

/** The properties that cannot be occupied together with one. */
export function linkedTo(propertyId: number, links: readonly LinkBody[]): LinkedProperty[] {
  return links
    .filter(({ property_ids }) => property_ids.includes(propertyId))
    .map(({ property_ids: [a, b], counts_from }) => ({ property_id: a === propertyId ? b : a, counts_from }));
}

/** A page of the account's links, or of some properties'. */
export async function listLinks(
  store: BookingStore,
  scope: AccountScope,
  query: LinkListQuery,
  url: string,
): Promise<Page<Link>> {
  const properties = namedProperties(query);
  const filter = {
    ...(properties && { property_ids: { $in: properties } }),
    pair: { $exists: true },
    ...pageFilter<LinkDocument>('_id', query),
  };
  const found = await store.links.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(presentLink), query, url, (record) => record);
}
