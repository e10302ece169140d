import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { asApiError } from '@keyhaven/service/http/as-api-error';
import type { Logger } from '@keyhaven/service/observability/logger';
import type { Model, QueryFilter } from 'mongoose';
import type { StayDocument } from '../store/stay.model';

/** How many bookings one query reads. */
const BATCH = 100;
/**
 * After this many visits in a row that failed because a service or the database was unavailable, a sweep ends. Otherwise
 * it would wait for the time limit of a call at every booking.
 */
const MOST_UNAVAILABLE = 3;

interface Pending {
  _id: number;
  user_id: number;
  booking: { id: number };
}

/** Where the next sweep begins: after the stay with this id. A sweep that was ended early changes it. */
export interface SweepPosition {
  afterId: number;
}

/** A sweep through the pending bookings of all accounts. */
export interface PendingSweep {
  /** Which pending bookings are visited. */
  filter: QueryFilter<StayDocument>;
  visit: (scope: AccountScope, bookingId: number) => Promise<void>;
  position: SweepPosition;
  /** The log line for a booking whose visit failed. */
  failure: { event: string; message: string };
  logger: Logger;
  isStopped: () => boolean;
}

/**
 * Calls `visit` for each matching pending booking, one after the other. If a visit fails, logs the error and continues,
 * so that one damaged booking does not prevent the visits of the bookings after it.
 * @param stays the stays of all accounts.
 * @throws the error of the last visit if several visits in a row failed because something was unavailable. The next
 *   sweep then begins after that booking.
 */
export async function visitPending(
  stays: Model<StayDocument>,
  { filter, visit, position, failure, logger, isStopped }: PendingSweep,
): Promise<void> {
  let unavailable = 0;
  let { afterId } = position;
  position.afterId = 0;
  while (!isStopped()) {
    const page = await stays
      .find({ _id: { $gt: afterId }, 'booking.status': 'pending', ...filter }, { user_id: 1, 'booking.id': 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<Pending[]>();
    for (const { _id, user_id, booking } of page) {
      if (isStopped()) return;
      try {
        await visit({ accountId: accountId(user_id) }, booking.id);
        unavailable = 0;
      } catch (error) {
        logger.warn({ event: failure.event, user_id, booking_id: booking.id, err: error }, failure.message);
        unavailable = asApiError(error)?.code === 'unavailable' ? unavailable + 1 : 0;
        if (unavailable === MOST_UNAVAILABLE) {
          position.afterId = _id;
          throw error;
        }
      }
    }
    if (page.length < BATCH) return;
    afterId = page[page.length - 1]!._id;
  }
}
