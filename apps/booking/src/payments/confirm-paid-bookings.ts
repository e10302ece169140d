import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Logger } from '@keyhaven/service/logger';
import type { Model } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import { changeBooking } from '../bookings/change-booking';
import { loadReferences } from '../store/references';
import type { StayDocument } from '../store/stay.model';
import { eachPending } from './visit-pending';

/**
 * Makes those pending bookings active of which enough is paid by now, although no write of theirs could know it: their
 * property asks for a lower percentage since. Every change of a booking confirms it when it is paid; this one changes
 * nothing else.
 * @param stays of all accounts: a sweep asks for none.
 */
export async function confirmPaidBookings(
  store: BookingStore,
  stays: Model<StayDocument>,
  logger: Logger,
  isStopped: () => boolean,
): Promise<void> {
  await eachPending(stays, { 'booking.totals.paid': { $gt: 0 } }, isStopped, async (scope, bookingId) => {
    try {
      await changeBooking(store, scope, bookingId, async (before) => ({
        after: before,
        references: await loadReferences(store, scope, [before]),
      }));
    } catch (error) {
      // One booking that cannot be changed now does not keep the others from being confirmed.
      if (!(error instanceof ApiError)) throw error;
      logger.warn(
        { event: 'booking_not_confirmed', booking_id: bookingId, err: error },
        'tried again by the next sweep',
      );
    }
  });
}
