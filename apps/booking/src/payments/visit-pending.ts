import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import type { Model, QueryFilter } from 'mongoose';
import type { StayDocument } from '../store/stay.model';

/** How many bookings one query reads. */
const BATCH = 100;

interface Pending {
  _id: number;
  user_id: number;
  booking: { id: number };
}

/**
 * Calls `visit` for each matching pending booking, one after the other.
 * @param stays the stays of all accounts.
 */
export async function visitPending(
  stays: Model<StayDocument>,
  filter: QueryFilter<StayDocument>,
  isStopped: () => boolean,
  visit: (scope: AccountScope, bookingId: number) => Promise<void>,
): Promise<void> {
  for (let afterId = 0; !isStopped();) {
    const page = await stays
      .find({ _id: { $gt: afterId }, 'booking.status': 'pending', ...filter }, { user_id: 1, 'booking.id': 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<Pending[]>();
    for (const { user_id, booking } of page) {
      if (isStopped()) return;
      await visit({ accountId: accountId(user_id) }, booking.id);
    }
    if (page.length < BATCH) return;
    afterId = page[page.length - 1]!._id;
  }
}
