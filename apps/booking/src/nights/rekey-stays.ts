import { isRefusal } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { orAbsent, wantedKeys } from '../claims/plan-nights';
import { readClaims, type StayClaim } from '../claims/read-claims';
import type { BookingStore } from '../store/booking-store';
import type { LinkTerms } from '../links/domain/linked-properties';
import { readCountedLinks } from '../store/read-links';

/**
 * Does for many stays what rekeyStay does for one, in one bulk write, each on condition of its revision. Does not
 * notify the waitlist: the caller does so afterwards.
 * @returns the ids of stays that rekeyStay has to handle: those that others wait for or that wait themselves, those
 * that may go back to another place, and those of which a key lies on another stay.
 */
export async function rekeyStays(
  store: BookingStore,
  scope: AccountScope,
  stayIds: readonly number[],
): Promise<number[]> {
  // Before the links: one that is made after they were read raises the revision of the stays that it gives keys.
  const stays = await readClaims(store, scope, { _id: { $in: [...stayIds] } }, stayIds.length);
  const propertyIds = stays.map(({ booking }) => booking.property_id);
  const { links } = await readCountedLinks(store, scope, propertyIds);
  const alone: number[] = [];
  const changes: { id: number; revision: number; fields: { night_keys: string[] | undefined } }[] = [];
  for (const stay of stays) {
    const keys = isPlain(stay) ? keysUnlessTooMany(stay, links) : undefined;
    if (!keys) alone.push(stay._id);
    else changes.push({ id: stay._id, revision: stay.revision, fields: { night_keys: orAbsent(keys) } });
  }
  return [...alone, ...(await store.stays.writeHidden(scope, changes))];
}

/** Whether the keys of a stay are only its own nights, and no other stay depends on them. */
function isPlain({ waiting_keys, kept_keys, awaited, waits, fallback, former }: StayClaim): boolean {
  return [waiting_keys, kept_keys, awaited, waits, fallback, former].every((field) => field === undefined);
}

function keysUnlessTooMany({ booking }: StayClaim, links: readonly LinkTerms[]): string[] | undefined {
  try {
    return wantedKeys(booking, undefined, links);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
