import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { claimsNights } from '../claims/domain/claim';
import type { PropertyNights } from '../claims/domain/property-nights';
import { keysOfNights } from '../claims/keys-of-nights';
import { nightsTaken } from '../claims/plan-nights';
import { holdersOf, ownsKey, type StayClaim } from '../claims/read-claims';
import { expiredHolds } from '../holds/lapse-holds';
import { linkedTo, type PropertyLink } from '../links/domain/linked-properties';
import type { BookingStore } from '../store/booking-store';
import type { LinkSet } from '../store/link-set';
import { readLinkSet } from '../store/read-links';

/** Returns the stays that occupy some of these nights, except expired holds. Also returns the keys of the nights. */
async function holdersAt(
  store: BookingStore,
  scope: AccountScope,
  nights: PropertyNights,
  links: readonly PropertyLink[],
  ownStayId: number | undefined,
): Promise<{ keys: Set<string>; holders: StayClaim[] }> {
  const keys = keysOfNights(nights, linkedTo(nights.property_id, links));
  const found = (await holdersOf(store, scope, keys)).filter(({ _id }) => _id !== ownStayId);
  const expired = found.length === 0 ? new Set<number>() : await expiredHolds(store, scope, keys);
  return { keys: new Set(keys), holders: found.filter(({ _id }) => !expired.has(_id)) };
}

/**
 * Checks that no other stay occupies these nights. Expired holds do not count.
 * @param links the links that the caller has read for the property.
 * @throws ApiError nights_taken that names the taken nights.
 */
export async function assertNightsFree(
  store: BookingStore,
  scope: AccountScope,
  nights: PropertyNights,
  { links }: LinkSet,
  ownStayId?: number,
): Promise<void> {
  const { keys, holders } = await holdersAt(store, scope, nights, links, ownStayId);
  const taken = holders.flatMap(({ night_keys = [] }) => night_keys.filter((key) => keys.has(key)));
  if (taken.length > 0) throw nightsTaken(nights.property_id, taken);
}

/**
 * Whether another booking or block occupies some of these nights. Holds of other quotes do not
 * count, because such holds may expire.
 */
export async function areNightsSold(
  store: BookingStore,
  scope: AccountScope,
  nights: PropertyNights,
  ownStayId: number,
): Promise<boolean> {
  const { links } = await readLinkSet(store, scope, [nights.property_id]);
  const { keys, holders } = await holdersAt(store, scope, nights, links, ownStayId);
  return holders.some(
    (holder) =>
      holder.booking.type !== 'quote_hold' &&
      claimsNights(holder.booking) &&
      (holder.night_keys ?? []).some((key) => keys.has(key) && ownsKey(holder, key)),
  );
}
