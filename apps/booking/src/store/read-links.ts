import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from './booking-store';
import { type CountedLinks, countedLinks } from './counted-links';
import type { LinkBody } from './link.model';

/** More links than the properties of one call have. */
const MANY = 1000;

/** The links that are being made or are active, with their states. */
export function readLinks(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<LinkBody[]> {
  const read = (ids: readonly number[]) => {
    const filter = { property_ids: { $in: [...ids] }, state: { $in: ['pending', 'active'] } };
    return store.links.find(scope, filter as object, { limit: MANY });
  };
  if (!scope.together) return read(propertyIds);
  return scope.together.gather('links', propertyIds, async (lists) => {
    const links = await read([...new Set(lists.flat())]);
    return lists.map((ids) => links.filter(({ property_ids }) => property_ids.some((id) => ids.includes(id))));
  });
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
