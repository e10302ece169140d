import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { ownsKey, readClaim, waitersFor } from '../claims/read-claims';
import { joinWaitlist } from './join-waitlist';

/**
 * Makes the stays that wait for keys of a stay (the holder) join the waitlist again after the holder got these keys.
 * The waiting stays then list the holder in `overbooked_nights`, and the holder's next write finds them on the
 * waitlist. The holder reads the waitlist after its own write, and a stay that joins the waitlist reads the holders
 * after its own write. So if the two writes happen at the same time, the holder finds the waiting stay, or the waiting
 * stay finds the holder, or both.
 */
export async function notifyWaitlist(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  const stay = await readClaim(store, scope, stayId);
  if (!stay) return;
  const { night_keys = [], kept_keys = [] } = stay;
  const keys = [...night_keys.filter((key) => ownsKey(stay, key)), ...kept_keys];
  for (const { _id } of await waitersFor(store, scope, keys)) if (_id !== stayId) await joinWaitlist(store, scope, _id);
}
