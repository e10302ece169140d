import type { searchResult } from '@keyhaven/contracts/booking/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { z } from 'zod';
import type { BookingStore } from '../store/booking-store';
import { liveGuest } from '../store/guest.model';

/** Whether the account has the guest: another service asks before it refers to one. */
export async function findGuest(
  store: BookingStore,
  scope: AccountScope,
  guestId: number,
): Promise<z.infer<typeof searchResult>> {
  const found = await store.guests.findOne(scope, liveGuest(guestId));
  return { outcome: found ? 'found' : 'unknown' };
}
