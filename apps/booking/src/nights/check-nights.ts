import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import type { Place } from '../store/stay.model';
import { linkedTo, readLinks } from '../links/list-links';
import { nightsTaken } from '../claims/plan-nights';
import { claimsNights, placeKeys } from '../claims/domain/claim';
import { holdersOf, ownsKey, type StayClaim } from '../claims/read-claims';
import { overHolds } from '../holds/lapse-holds';

/** The records that have nights of a place, holds that are over left out, and the keys of these nights. */
async function holdersAt(
  store: BookingStore,
  scope: AccountScope,
  place: Place,
  ownStayId: number | undefined,
): Promise<{ keys: Set<string>; holders: StayClaim[] }> {
  const links = await readLinks(store, scope, [place.property_id]);
  const keys = placeKeys(place, linkedTo(place.property_id, links));
  const found = (await holdersOf(store, scope, keys)).filter(({ _id }) => _id !== ownStayId);
  const over = found.length === 0 ? new Set<number>() : await overHolds(store, scope, keys);
  return { keys: new Set(keys), holders: found.filter(({ _id }) => !over.has(_id)) };
}

/** @throws ApiError nights_taken that names the nights of a place that other records have. */
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

/** Whether nights of a place were sold: holds of other quotes may still come to nothing. */
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
