import type { PropertySearch, searchResult } from '@keyhaven/contracts/booking/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { z } from 'zod';
import type { BookingStore } from '../store/booking-store';

/** Whether the account has the property, or one of the owner: another service asks before the event reaches it. */
export async function findProperty(
  store: BookingStore,
  scope: AccountScope,
  search: PropertySearch,
): Promise<z.infer<typeof searchResult>> {
  const filter = 'owner_id' in search ? { owner_id: search.owner_id } : { _id: search.property_id };
  const found = await store.properties.findOne(scope, filter);
  return { outcome: found ? 'found' : 'unknown' };
}
