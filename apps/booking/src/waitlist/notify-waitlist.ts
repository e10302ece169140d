import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { ownsKey, readClaim, waitersFor } from '../claims/read-claims';
import { standInLine } from './join-waitlist';

/**
 * Lets those that wait for keys of a record, which it got just now, look again: they name it as the one that has the
 * night, and it knows of them when it gives the night up. Looked for after its write, as whoever begins to wait looks for
 * the holders after its own: one of the two sees the other.
 */
export async function tellLine(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  const stay = await readClaim(store, scope, stayId);
  if (!stay) return;
  const { night_keys = [], kept_keys = [] } = stay;
  const keys = [...night_keys.filter((key) => ownsKey(stay, key)), ...kept_keys];
  for (const { _id } of await waitersFor(store, scope, keys)) if (_id !== stayId) await standInLine(store, scope, _id);
}
