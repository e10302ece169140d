import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { ownsKey, readClaim, waitersFor } from '../claims/read-claims';
import { joinWaitlist } from './join-waitlist';

/**
 * Notifies the stays that wait for keys which a stay has just got: they show it as the holder, and it learns that they
 * wait. It reads the waitlist after its own write, and a stay that joins the waitlist reads the holders after its own:
 * of two concurrent writes the later sees the other.
 */
export async function notifyWaitlist(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  const stay = await readClaim(store, scope, stayId);
  if (!stay) return;
  const { night_keys = [], kept_keys = [] } = stay;
  const keys = [...night_keys.filter((key) => ownsKey(stay, key)), ...kept_keys];
  for (const { _id } of await waitersFor(store, scope, keys)) if (_id !== stayId) await joinWaitlist(store, scope, _id);
}
