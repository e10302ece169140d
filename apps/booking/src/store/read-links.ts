import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from './booking-store';
import type { LinkBody } from './link.model';

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
