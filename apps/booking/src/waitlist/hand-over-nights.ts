import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { loadReferences } from '../store/references';
import { presentClaim } from '../claims/plan-nights';
import { holdersOf, ownsKey, waitersFor } from '../claims/read-claims';
import { joinWaitlist } from './join-waitlist';

/**
 * Hands nights that a stay gave up over to the stays that wait for them, the earliest booked first, and frees the
 * nights that no stay waits for.
 */
export async function handOverNights(store: BookingStore, scope: AccountScope, keys: readonly string[]): Promise<void> {
  for (const { _id } of await waitersFor(store, scope, keys)) await joinWaitlist(store, scope, _id);
  for (const { _id } of await holdersOf(store, scope, keys)) await dropGuards(store, scope, _id, keys);
}

/** Frees keys that no stay waits for. A stay that joins the waitlist raises the holder's revision: this runs again. */
async function dropGuards(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  keys: readonly string[],
): Promise<void> {
  await store.stays.update(scope, { _id: stayId }, async (before) => {
    const stay = await presentClaim(store, scope, stayId);
    const { night_keys = [] } = stay;
    const waiters = await waitersFor(store, scope, keys);
    const awaited = new Set(waiters.flatMap(({ waiting_keys = [] }) => waiting_keys));
    const dropped = new Set(keys.filter((key) => !awaited.has(key) && !ownsKey(stay, key)));
    const left = night_keys.filter((key) => !dropped.has(key));
    if (left.length === night_keys.length) return undefined;
    const after = { ...before, night_keys: left.length > 0 ? left : undefined };
    return { after, references: await loadReferences(store, scope, [before.booking]) };
  });
}
