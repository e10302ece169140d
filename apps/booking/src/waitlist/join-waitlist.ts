import { isDeepStrictEqual } from 'node:util';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import { nightKey, nightOfKey } from '@keyhaven/stays/night-keys';
import type { BookingStore } from '../store/booking-store';
import { loadReferences } from '../store/references';
import type { StayBody } from '../store/stay.model';
import { job } from '../jobs';
import { orAbsent, presentClaim } from '../claims/plan-nights';
import { endHolds } from '../holds/end-holds';
import { findOverbookedNights } from '../claims/find-overbooked-nights';
import { holdersOf, openKeys, ownsKey, readClaim, readClaims, type StayClaim, waitersFor } from '../claims/read-claims';

/**
 * The maximum number of times to look up which stays occupy the nights, while these stays change. A job that gives up
 * is tried again later.
 */
const MAX_ROUNDS = 200;

/**
 * Makes sure that a stay gets the nights for which it waits as soon as these nights are released.
 * Takes nights that are free already. The waiting keys of the stay must be stored before the call.
 * Increases the revision of each stay that has one of the keys (a holder), so that the next write of
 * the holder finds the waiting stay.
 */
export async function joinWaitlist(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  const notified = new Set<number>();
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const stay = await readClaim(store, scope, stayId);
    if (!stay?.waits) return;
    const open = openKeys(stay);
    const holders = await holdersOf(store, scope, open);
    const taken = new Set(holders.flatMap(({ night_keys = [] }) => night_keys));
    const free = open.filter((key) => !taken.has(key) && mayTake(stay, key));
    if (free.length > 0) {
      await takeFree(store, scope, stayId, free);
      continue;
    }
    const unnotified = holders.filter(({ _id }) => !notified.has(_id));
    for (const holder of unnotified) {
      await store.stays.update(scope, { _id: holder._id }, async (before) => ({
        after: { ...before, awaited: (before.awaited ?? 0) + 1 },
        references: await loadReferences(store, scope, [before.booking]),
      }));
      notified.add(holder._id);
    }
    if (unnotified.length > 0) {
      await endHolds(store, scope, unnotified);
      continue;
    }
    const guarded = await firstOnWaitlist(store, scope, stay, open, holders);
    if (guarded.length > 0 && (await keepGuarded(store, scope, stayId, guarded))) continue;
    if (await namesHolders(store, scope, stayId, notified)) return;
  }
  throw new Error(`stay ${stayId} could not join the waitlist: the holders of its nights keep changing`);
}

/**
 * Whether a stay may take a key. A stay must not take the key of a link while the stay waits for the
 * same night at its own property.
 */
function mayTake(stay: StayClaim, key: string): boolean {
  const own = nightKey(nightOfKey(key), stay.booking.property_id);
  return key === own || !openKeys(stay).includes(own);
}

/** Takes keys that no stay has, unless another stay takes them first. */
async function takeFree(store: BookingStore, scope: AccountScope, stayId: number, free: string[]): Promise<void> {
  await unlessRefused(() =>
    updateWaitlist(store, scope, stayId, (present) => {
      const taken = new Set(free.filter((key) => present.waiting_keys.includes(key)));
      return {
        ...present,
        night_keys: [...present.night_keys, ...taken],
        waiting_keys: present.waiting_keys.filter((key) => !taken.has(key)),
      };
    }),
  );
}

/**
 * Adds guarded keys to the `kept_keys` of this stay. Returns false if one of the keys is already in the `kept_keys` of
 * another stay.
 */
async function keepGuarded(store: BookingStore, scope: AccountScope, stayId: number, keys: string[]): Promise<boolean> {
  return unlessRefused(() =>
    updateWaitlist(store, scope, stayId, (present) => {
      const kept = keys.filter((key) => present.waiting_keys.includes(key) && !present.kept_keys.includes(key));
      return { ...present, kept_keys: [...present.kept_keys, ...kept] };
    }),
  );
}

/**
 * The keys that this stay waits for and may add to its `kept_keys` now. These keys are guarded (a stay that has given
 * up the night still has the key), no stay has them in `kept_keys`, and no stay that was booked earlier may take them.
 */
async function firstOnWaitlist(
  store: BookingStore,
  scope: AccountScope,
  stay: StayClaim,
  open: string[],
  holders: StayClaim[],
): Promise<string[]> {
  const owned = new Set(holders.flatMap((holder) => (holder.night_keys ?? []).filter((key) => ownsKey(holder, key))));
  const guards = open.filter(
    (key) => !owned.has(key) && holders.some(({ night_keys = [] }) => night_keys.includes(key)),
  );
  if (guards.length === 0) return [];
  const keepers = await readClaims(store, scope, { kept_keys: { $in: guards } });
  const kept = new Set(keepers.flatMap(({ kept_keys = [] }) => kept_keys));
  const waiters = await waitersFor(store, scope, guards);
  const isFirst = (key: string) =>
    waiters.find((waiter) => waiter.waiting_keys?.includes(key) && mayTake(waiter, key))?._id === stay._id;
  return guards.filter((key) => !kept.has(key) && isFirst(key));
}

type WaitlistKeys = Record<'night_keys' | 'waiting_keys' | 'kept_keys', string[]>;

/** Gives a stay keys that it waits for, and updates `overbooked_nights` of its booking. */
async function updateWaitlist(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  change: (present: WaitlistKeys) => WaitlistKeys,
): Promise<void> {
  await store.stays.update(scope, { _id: stayId }, async (before) => {
    const { night_keys = [], waiting_keys = [], kept_keys = [] } = await presentClaim(store, scope, stayId);
    const next = change({ night_keys, waiting_keys, kept_keys });
    const booking = { ...before.booking, overbooked_nights: await findOverbookedNights(store, scope, openKeys(next)) };
    const after: StayBody = {
      ...before,
      booking,
      night_keys: orAbsent(next.night_keys),
      waiting_keys: orAbsent(next.waiting_keys),
      kept_keys: orAbsent(next.kept_keys),
      waits: next.waiting_keys.length > 0 ? true : undefined,
    };
    // The job makes the other waiting stays list this booking in their `overbooked_nights`.
    return { after, references: await loadReferences(store, scope, [booking]), jobs: [job('notify_waitlist', {})] };
  });
}

/**
 * Whether `overbooked_nights` lists all holders (stays that occupy the nights for which the booking waits), and
 * `notified` contains all of them. `notified` has the holders whose revision `joinWaitlist` has increased. If the list
 * is outdated, writes the current list and returns false. The caller then checks again, because the holders may have
 * changed.
 */
async function namesHolders(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  notified: ReadonlySet<number>,
): Promise<boolean> {
  let isRight = false;
  await store.stays.update(scope, { _id: stayId }, async (before) => {
    const open = openKeys(await presentClaim(store, scope, stayId));
    const holders = await holdersOf(store, scope, open);
    isRight = false;
    if (holders.some(({ _id }) => !notified.has(_id))) return undefined;
    const booking = { ...before.booking, overbooked_nights: await findOverbookedNights(store, scope, open, holders) };
    isRight = isDeepStrictEqual(booking, before.booking);
    if (isRight) return undefined;
    return { after: { ...before, booking }, references: await loadReferences(store, scope, [booking]) };
  });
  return isRight;
}

async function unlessRefused(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
