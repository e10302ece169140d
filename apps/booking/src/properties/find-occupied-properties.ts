import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { nightOfKey, propertiesOfKey } from '@keyhaven/stays/night-keys';
import type { Stay } from '@keyhaven/stays/nights';
import { expiredByDatabaseClock } from '../holds/lapse-holds';
import type { BookingStore } from '../store/booking-store';
import type { AnyStayDocument } from '../store/stay.model';

/**
 * Finds the properties where some night of a stay is taken by a booking, a block, an unexpired hold, or a stay at a
 * linked property. Uses the night keys, as a new booking does. A night key of a link takes the night at both linked
 * properties.
 */
export async function findOccupiedProperties(store: BookingStore, scope: AccountScope, stay: Stay): Promise<number[]> {
  const keys = await findTakenKeys(store, scope, stay);
  return [...new Set([...keys].flatMap(propertiesOfKey))];
}

/**
 * Finds the taken night keys within the stay's dates, at all properties and links of the account.
 */
export async function findTakenKeys(
  store: BookingStore,
  scope: AccountScope,
  { arrival, departure }: Stay,
): Promise<Set<string>> {
  const filter = genericFilter<AnyStayDocument>({
    user_id: scope.accountId,
    // A key is the night, a slash, and the property or link. So this range contains the keys of all nights from the
    // arrival up to the night before the departure.
    night_keys: { $elemMatch: { $gte: `${arrival}/`, $lt: `${departure}/` } },
    $nor: [{ 'booking.type': 'quote_hold', ...expiredByDatabaseClock }],
  });
  const taken = new Set<string>();
  // Not sorted, because sorting by id would not use the index on nights.
  for await (const { night_keys = [] } of store.stayModel.find(filter, { night_keys: 1 }).lean().cursor()) {
    for (const key of night_keys) {
      const night = nightOfKey(key);
      if (arrival <= night && night < departure) taken.add(key);
    }
  }
  return taken;
}
