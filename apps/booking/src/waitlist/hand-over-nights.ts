import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { loadReferences } from '../store/references';
import { presentClaim } from '../claims/plan-nights';
import { holdersOf, ownsKey, waitersFor } from '../claims/read-claims';
import { joinWaitlist } from './join-waitlist';

/**
 * Hands over the nights that a stay has given up. Each night goes to the waiting stay that was
 * booked first. If no stay waits, the night is freed.
 */
export async function handOverNights(store: BookingStore, scope: AccountScope, keys: readonly string[]): Promise<void> {
  for (const { _id } of await waitersFor(store, scope, keys)) await joinWaitlist(store, scope, _id);
  for (const { _id } of await holdersOf(store, scope, keys)) await dropGuards(store, scope, _id, keys);
}

/**
 * Removes the guarded keys (keys of nights that the stay has given up) that no stay waits for, so
 * that these nights are free. If a stay joins the waitlist at the same time, the write below fails
 * and is computed again.
 */
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
    const remaining = night_keys.filter((key) => !dropped.has(key));
    if (remaining.length === night_keys.length) return undefined;
    const after = { ...before, night_keys: remaining.length > 0 ? remaining : undefined };
    return { after, references: await loadReferences(store, scope, [before.booking]) };
  });
}
