import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { nightOfKey } from '@keyhaven/stays/night-keys';
import type { OverbookedNight } from '../bookings/domain/booking-part';
import type { BookingStore } from '../store/booking-store';
import { holdersOf, ownsKey, readClaims, type StayClaim } from './read-claims';

/**
 * Finds the bookings that occupy the nights for which a stay waits.
 * @param openKeys the keys that the stay waits for and that are not kept for it yet.
 * @param holders the stays that have these keys, if the caller has read them already.
 */
export async function findOverbookedNights(
  store: BookingStore,
  scope: AccountScope,
  openKeys: readonly string[],
  holders?: readonly StayClaim[],
): Promise<OverbookedNight[]> {
  if (openKeys.length === 0) return [];
  const [present, keepers] = await Promise.all([
    holders ?? holdersOf(store, scope, openKeys),
    readClaims(store, scope, { kept_keys: { $in: [...openKeys] } }),
  ]);
  const open = new Set(openKeys);
  const idsByNight = new Map(openKeys.map((key) => [nightOfKey(key), new Set<number>()]));
  const note = (key: string, id: number) => {
    if (open.has(key)) idsByNight.get(nightOfKey(key))?.add(id);
  };
  for (const holder of present) {
    for (const key of holder.night_keys ?? []) if (ownsKey(holder, key)) note(key, holder.booking.id);
  }
  for (const { kept_keys = [], booking } of keepers) for (const key of kept_keys) note(key, booking.id);
  return [...idsByNight]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, ids]) => ({ date, booking_ids: [...ids].sort((a, b) => a - b) }));
}
