import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { MAX_LINKS } from '../links/domain/linked-properties';
import type { BookingStore } from './booking-store';
import { type CountedLinks, countedLinks } from './counted-links';
import type { LinkBody } from './link.model';

/** The links that are being made or are active, with their states. */
export function readLinks(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<LinkBody[]> {
  const ids = [...new Set(propertyIds)];
  const filter = { property_ids: { $in: ids }, state: { $in: ['pending', 'active'] } };
  return store.links.find(scope, filter as object, { limit: ids.length * MAX_LINKS });
}

/** Reads the links that count for the nights of properties. */
export async function readCountedLinks(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<CountedLinks> {
  const ids = [...new Set(propertyIds)];
  const filter = { _id: { $in: ids } };
  return countedLinks(await store.properties.readFields(scope, filter, ['links', 'links_revision'], ids.length), ids);
}
