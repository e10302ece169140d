import type { Link, LinkListQuery } from '@keyhaven/contracts/booking/link';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { BookingStore } from '../store/booking-store';
import { type LinkDocument, presentLink } from '../store/link.model';

/** Lists all links of the account, or only the links of the properties in the query. */
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
