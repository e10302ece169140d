import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { claimsNights } from '../claims/domain/claim';
import type { Place } from '../claims/domain/place';
import { placeKeys } from '../claims/place-keys';
import { nightsTaken } from '../claims/plan-nights';
import { holdersOf, ownsKey, type StayClaim } from '../claims/read-claims';
import { expiredHolds } from '../holds/lapse-holds';
import { linkedTo } from '../links/domain/linked-properties';
import type { BookingStore } from '../store/booking-store';
import { readCountedLinks } from '../store/read-links';

/** The stays that have nights of a place, without expired holds, and the keys of these nights. */
async function holdersAt(
  store: BookingStore,
  scope: AccountScope,
  place: Place,
  ownStayId: number | undefined,
): Promise<{ keys: Set<string>; holders: StayClaim[] }> {
  const { links } = await readCountedLinks(store, scope, [place.property_id]);
  const keys = placeKeys(place, linkedTo(place.property_id, links));
  const found = (await holdersOf(store, scope, keys)).filter(({ _id }) => _id !== ownStayId);
  const over = found.length === 0 ? new Set<number>() : await expiredHolds(store, scope, keys);
  return { keys: new Set(keys), holders: found.filter(({ _id }) => !over.has(_id)) };
}

/** @throws ApiError nights_taken that names the nights of the place that other stays have. */
export async function assertNightsFree(
  store: BookingStore,
  scope: AccountScope,
  place: Place,
  ownStayId?: number,
): Promise<void> {
  const { keys, holders } = await holdersAt(store, scope, place, ownStayId);
  const taken = holders.flatMap(({ night_keys = [] }) => night_keys.filter((key) => keys.has(key)));
  if (taken.length > 0) throw nightsTaken(place.property_id, taken);
}

/** Whether nights of a place were sold. Holds of other quotes do not count: they may end unsold. */
export async function areNightsSold(
  store: BookingStore,
  scope: AccountScope,
  place: Place,
  ownStayId: number,
): Promise<boolean> {
  const { keys, holders } = await holdersAt(store, scope, place, ownStayId);
  return holders.some(
    (holder) =>
      holder.booking.type !== 'quote_hold' &&
      claimsNights(holder.booking) &&
      (holder.night_keys ?? []).some((key) => keys.has(key) && ownsKey(holder, key)),
  );
}
