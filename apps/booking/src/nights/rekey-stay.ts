import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isChannelBooking } from '../bookings/domain/channel-rules';
import { job } from '../jobs';
import { settleJob } from '../claims/change-nights';
import { keysOfOthers, planNights, presentClaim, wantedKeys } from '../claims/plan-nights';
import { lapseHolds } from '../holds/lapse-holds';
import type { BookingStore } from '../store/booking-store';
import { readLinks } from '../store/read-links';
import { loadReferences } from '../store/references';
import type { StayBody } from '../store/stay.model';
import { isTakenNight, refusedKey } from './take-nights';

/** How often a channel's booking is tried again while others take keys from it. */
const MAX_ROUNDS = 50;

/**
 * Gives a stay the keys of the links that its property has now, and removes those of links that are gone. The booking
 * itself does not change, only the stay's revision, unless a channel's booking has to wait for nights.
 * @param isConfirmed whether this confirms the stay: then it cannot go back to what it was before.
 * @throws DuplicateKeyError when a key lies on another stay and this is no channel's booking; ApiError bad_request when
 * there are more keys than one stay may have, nights_taken when another stay waits for one that this one gave up.
 */
export async function rekeyStay(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  { isConfirmed = false } = {},
): Promise<void> {
  const taken = new Set<string>();
  for (let round = 1; ; round++) {
    let mayWait = false;
    try {
      await store.stays.update(scope, { _id: stayId }, async (before) => {
        mayWait = isChannelBooking(before.booking);
        const present = await presentClaim(store, scope, stayId);
        const fallback = isConfirmed ? undefined : before.fallback;
        const propertyIds = [before.booking.property_id, ...(fallback ? [fallback.property_id] : [])];
        const links = await readLinks(store, scope, propertyIds);
        const { booking } = before;
        const { keys, overbooked, released, waits } = await planNights(
          store,
          scope,
          present,
          { booking, fallback, links },
          taken,
        );
        if (
          sameKeys(keys.night_keys, present.night_keys) &&
          sameKeys(keys.waiting_keys, present.waiting_keys) &&
          fallback === before.fallback &&
          (before.former === undefined || !isConfirmed)
        )
          return undefined;
        const after: StayBody = {
          ...before,
          ...keys,
          booking: { ...booking, overbooked_nights: overbooked },
          ...(before.fallback ? { fallback } : {}),
          ...(before.former && isConfirmed ? { former: undefined } : {}),
        };
        const jobs = waits || released.length > 0 ? [settleJob(booking, links, { always: waits, released })] : [];
        if (!isSubset(keys.night_keys, present.night_keys)) jobs.push(job('notify_waitlist', {}));
        return { after, references: await loadReferences(store, scope, [booking]), jobs };
      });
      return;
    } catch (error) {
      if (!isTakenNight(error) || round === MAX_ROUNDS) throw error;
      const found = await readWanted(store, scope, stayId);
      if (await lapseHolds(store, scope, [...found, refusedKey(error)])) continue;
      if (!mayWait) throw error;
      taken.add(refusedKey(error));
      for (const key of await keysOfOthers(store, scope, found, stayId)) taken.add(key);
    }
  }
}

async function readWanted(store: BookingStore, scope: AccountScope, stayId: number): Promise<string[]> {
  const { booking, fallback } = await presentClaim(store, scope, stayId);
  return wantedKeys(booking, fallback, await readLinks(store, scope, [booking.property_id]));
}

function sameKeys(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.length === b.length && isSubset(a, b);
}

function isSubset(a: readonly string[] = [], b: readonly string[] = []): boolean {
  const keys = new Set(b);
  return a.every((key) => keys.has(key));
}
