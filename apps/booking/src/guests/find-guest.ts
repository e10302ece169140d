import type { searchResult } from '@keyhaven/contracts/booking/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { z } from 'zod';
import type { BookingStore } from '../store/booking-store';
import { liveContact } from '../store/contact.model';

/**
 * Whether the account has the guest. Another service asks this before it stores a reference to the
 * guest.
 */
export async function findGuest(
  store: BookingStore,
  scope: AccountScope,
  guestId: number,
): Promise<z.infer<typeof searchResult>> {
  const found = await store.guests.findOne(scope, liveContact(guestId));
  return { outcome: found ? 'found' : 'unknown' };
}
