import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { loadReferences } from '../store/references';
import { presentClaim } from '../claims/plan-nights';
import { holdersOf, ownsKey, waitersFor } from '../claims/read-claims';
import { standInLine } from './join-waitlist';

/**
 * Gives nights that a record gave up to those that wait for them, the earliest booked first, and frees those for which
 * nobody waits any more.
 */
export async function passOnNights(store: BookingStore, scope: AccountScope, keys: readonly string[]): Promise<void> {
  for (const { _id } of await waitersFor(store, scope, keys)) await standInLine(store, scope, _id);
  for (const { _id } of await holdersOf(store, scope, keys)) await dropGuards(store, scope, _id, keys);
}

/** Whoever begins to wait raises the revision of the holder: then this is decided anew. */
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
