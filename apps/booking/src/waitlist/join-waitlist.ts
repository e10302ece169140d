import { isDeepStrictEqual } from 'node:util';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import { nightKey, nightOfKey } from '@keyhaven/stays/night-keys';
import type { BookingStore } from '../store/booking-store';
import { loadReferences } from '../store/references';
import type { StayBody } from '../store/stay.model';
import { tellJob } from '../claims/change-nights';
import { orAbsent, presentClaim } from '../claims/plan-nights';
import { endQuoteHolds } from '../holds/end-holds';
import { overbookedNights } from '../claims/find-overbooked-nights';
import { holdersOf, openKeys, ownsKey, readClaim, readClaims, type StayClaim, waitersFor } from '../claims/read-claims';

/** How often a record looks again while nights change hands around it. A step that gave up is tried again. */
const MAX_ROUNDS = 200;

/**
 * Makes sure that a record gets the nights that it waits for as soon as their holders give them up, and takes those that
 * have been given up already. The record has written what it waits for before; now it raises the revision of each
 * holder: a holder that gives up nights and did not see the record in line has to decide anew.
 */
export async function standInLine(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  const published = new Set<number>();
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const stay = await readClaim(store, scope, stayId);
    if (!stay?.waits) return;
    const open = openKeys(stay);
    const holders = await holdersOf(store, scope, open);
    const lying = new Set(holders.flatMap(({ night_keys = [] }) => night_keys));
    const free = open.filter((key) => !lying.has(key) && mayTake(stay, key));
    if (free.length > 0) {
      await takeFree(store, scope, stayId, free);
      continue;
    }
    const unpublished = holders.filter(({ _id }) => !published.has(_id));
    for (const holder of unpublished) {
      await store.stays.update(scope, { _id: holder._id }, async (before) => ({
        after: { ...before, awaited: (before.awaited ?? 0) + 1 },
        references: await loadReferences(store, scope, [before.booking]),
      }));
      published.add(holder._id);
    }
    if (unpublished.length > 0) {
      await endQuoteHolds(store, scope, unpublished);
      continue;
    }
    const guarded = await firstInLine(store, scope, stay, open, holders);
    if (guarded.length > 0 && (await keepGuarded(store, scope, stayId, guarded))) continue;
    if (await isStated(store, scope, stayId, published)) return;
  }
  throw new Error(`stay ${stayId} found no place in line: its nights change hands all the time`);
}

/** A link's night goes with the night of the record's own property: nobody has the one and waits for the other. */
function mayTake(stay: StayClaim, key: string): boolean {
  const own = nightKey(nightOfKey(key), stay.booking.property_id);
  return key === own || !openKeys(stay).includes(own);
}

/** Takes keys that lie nowhere, unless somebody is faster. */
async function takeFree(store: BookingStore, scope: AccountScope, stayId: number, free: string[]): Promise<void> {
  await unlessRefused(() =>
    updateLine(store, scope, stayId, (present) => {
      const taken = new Set(free.filter((key) => present.waiting_keys.includes(key)));
      return {
        ...present,
        night_keys: [...present.night_keys, ...taken],
        waiting_keys: present.waiting_keys.filter((key) => !taken.has(key)),
      };
    }),
  );
}

/** Makes guards the record's own. Answers whether nobody was faster. */
async function keepGuarded(store: BookingStore, scope: AccountScope, stayId: number, keys: string[]): Promise<boolean> {
  return unlessRefused(() =>
    updateLine(store, scope, stayId, (present) => {
      const kept = keys.filter((key) => present.waiting_keys.includes(key) && !present.kept_keys.includes(key));
      return { ...present, kept_keys: [...present.kept_keys, ...kept] };
    }),
  );
}

/** The open keys that are guards which nobody keeps, and for which nobody booked earlier waits that may take them. */
async function firstInLine(
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

type Line = Record<'night_keys' | 'waiting_keys' | 'kept_keys', string[]>;

/** Gives a stay keys that it waits for, and changes with them what its booking shows of that. */
async function updateLine(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  change: (present: Line) => Line,
): Promise<void> {
  await store.stays.update(scope, { _id: stayId }, async (before) => {
    const { night_keys = [], waiting_keys = [], kept_keys = [] } = await presentClaim(store, scope, stayId);
    const next = change({ night_keys, waiting_keys, kept_keys });
    const booking = { ...before.booking, overbooked_nights: await overbookedNights(store, scope, openKeys(next)) };
    const after: StayBody = {
      ...before,
      booking,
      night_keys: orAbsent(next.night_keys),
      waiting_keys: orAbsent(next.waiting_keys),
      kept_keys: orAbsent(next.kept_keys),
      waits: next.waiting_keys.length > 0 ? true : undefined,
    };
    // The others in line name this record from now on.
    return { after, references: await loadReferences(store, scope, [booking]), jobs: [tellJob] };
  });
}

/**
 * Whether a stay's booking names those that have the nights it waits for, and each of them knows that it waits. Where it
 * does not, it is written; the caller looks again then, because somebody may have found nothing to write meanwhile.
 */
async function isStated(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  published: ReadonlySet<number>,
): Promise<boolean> {
  let isRight = false;
  await store.stays.update(scope, { _id: stayId }, async (before) => {
    const open = openKeys(await presentClaim(store, scope, stayId));
    const holders = await holdersOf(store, scope, open);
    isRight = false;
    if (holders.some(({ _id }) => !published.has(_id))) return undefined;
    const booking = { ...before.booking, overbooked_nights: await overbookedNights(store, scope, open, holders) };
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
