import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import { MAX_LINKS } from '../links/domain/linked-properties';
import type { BookingStore } from './booking-store';
import { type LinkSet, linkSetOf } from './link-set';
import type { LinkBody, LinkDocument } from './link.model';

/**
 * Reads the pending and active links of properties from the collection of links, with their states.
 */
export function readLinks(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<LinkBody[]> {
  const ids = [...new Set(propertyIds)];
  const filter = genericFilter<LinkDocument>({ property_ids: { $in: ids }, state: { $in: ['pending', 'active'] } });
  return store.links.find(scope, filter, { limit: ids.length * MAX_LINKS });
}

/** Reads the links of properties as they are stored in the properties. */
export async function readLinkSet(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<LinkSet> {
  const ids = [...new Set(propertyIds)];
  return linkSetOf(await store.properties.readFieldsByIds(scope, ids, ['links', 'links_revision']), ids);
}
