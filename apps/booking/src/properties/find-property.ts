import type { searchResult } from '@keyhaven/contracts/booking/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { z } from 'zod';
import type { BookingStore } from '../store/booking-store';

/**
 * Whether the account has the property. Another service asks this while it has not received the
 * property's event.
 */
export async function findProperty(
  store: BookingStore,
  scope: AccountScope,
  propertyId: number,
): Promise<z.infer<typeof searchResult>> {
  const found = await store.properties.findOne(scope, { _id: propertyId });
  return { outcome: found ? 'found' : 'unknown' };
}
