import { isRefusal } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { orAbsent, wantedKeys } from '../claims/plan-nights';
import { readClaims, type StayClaim } from '../claims/read-claims';
import type { BookingStore } from '../store/booking-store';
import type { LinkTerms } from '../links/domain/linked-properties';
import { readLinkSet } from '../store/read-links';

/**
 * Does the same as `rekeyStay` for many stays in one bulk write. Each stay is written only if its
 * revision has not changed. Does not notify the waitlist: the caller does that.
 * @returns the ids of stays for which the caller must call `rekeyStay`: those that wait for nights,
 *   those with nights that other stays wait for, those whose latest write may still be undone, and
 *   those that could not be written, for example because another stay has one of the keys.
 */
export async function rekeyStays(
  store: BookingStore,
  scope: AccountScope,
  stayIds: readonly number[],
): Promise<number[]> {
  // Read the stays before the links. A link that is created after the stays were read either is in `links`, or writes
  // its keys into the stays, and then the writes of this function fail.
  const stays = await readClaims(store, scope, { _id: { $in: [...stayIds] } }, stayIds.length);
  const propertyIds = stays.map(({ booking }) => booking.property_id);
  const { links } = await readLinkSet(store, scope, propertyIds);
  const alone: number[] = [];
  const changes: { id: number; revision: number; fields: { night_keys: string[] | undefined } }[] = [];
  for (const stay of stays) {
    const keys = isPlain(stay) ? keysWithinLimit(stay, links) : undefined;
    if (!keys) alone.push(stay._id);
    else changes.push({ id: stay._id, revision: stay.revision, fields: { night_keys: orAbsent(keys) } });
  }
  return [...alone, ...(await store.stays.writeHidden(scope, changes))];
}

/**
 * Whether the stay does not wait for nights, no other stay waits for its nights, and its latest
 * write can no longer be undone.
 */
function isPlain({ waiting_keys, kept_keys, awaited, waits, fallback, former }: StayClaim): boolean {
  return [waiting_keys, kept_keys, awaited, waits, fallback, former].every((field) => field === undefined);
}

/** The keys of a stay; undefined if there would be too many. */
function keysWithinLimit({ booking }: StayClaim, links: readonly LinkTerms[]): string[] | undefined {
  try {
    return wantedKeys(booking, undefined, links);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
