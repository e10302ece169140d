import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from './booking-store';
import type { LinkBody } from './link.model';

/** More links than the properties of one call have. */
const MANY = 1000;

/** The links that count for the nights of properties: those that are being made, and the active ones. */
export function readLinks(
  store: BookingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<LinkBody[]> {
  const filter = { property_ids: { $in: [...propertyIds] }, state: { $in: ['pending', 'active'] } };
  return store.links.find(scope, filter as object, { limit: MANY });
}
