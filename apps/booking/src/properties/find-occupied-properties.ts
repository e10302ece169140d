import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { nightOfKey, propertiesOfKey } from '@keyhaven/stays/night-keys';
import type { Stay } from '@keyhaven/stays/nights';
import type { QueryFilter } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import type { AnyStayDocument } from '../store/stay.model';

/**
 * The properties at which a night of a stay is taken: by a booking, a block, a hold that has not expired, or a stay at
 * a linked property. The night keys decide, as they do when a night is sold; a link's key takes the night at both of
 * its properties.
 */
export async function findOccupiedProperties(
  store: BookingStore,
  scope: AccountScope,
  { arrival, departure }: Stay,
): Promise<number[]> {
  const filter = {
    user_id: scope.accountId,
    // Keys begin with their night, and a slash sorts before every digit.
    night_keys: { $elemMatch: { $gte: `${arrival}/`, $lt: `${departure}/` } },
    $nor: [{ 'booking.type': 'quote_hold', 'quote.state': 'open', 'quote.expires_utc': { $lte: new Date() } }],
  } as QueryFilter<AnyStayDocument>;
  const taken = new Set<number>();
  // Not sorted: sorting by id would not use the index on nights.
  for await (const { night_keys = [] } of store.stayModel.find(filter, { night_keys: 1 }).lean().cursor()) {
    for (const key of night_keys) {
      const night = nightOfKey(key);
      if (arrival <= night && night < departure) for (const id of propertiesOfKey(key)) taken.add(id);
    }
  }
  return [...taken];
}
