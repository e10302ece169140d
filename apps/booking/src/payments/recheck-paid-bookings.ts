import type { Logger } from '@keyhaven/service/observability/logger';
import type { Model } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import { changeBooking } from '../bookings/change-booking';
import { loadReferences } from '../store/references';
import type { StayDocument } from '../store/stay.model';
import { type SweepPosition, visitPending } from './visit-pending';

/**
 * Checks again whether enough is paid for pending bookings. The required share may have become smaller: a change of
 * `payment_due_percent` of a property does not write the bookings of the property. Every write of a booking makes it
 * active if enough is paid, so this function writes each booking without any other change.
 * @param stays the stays of all accounts.
 */
export async function recheckPaidBookings(
  store: BookingStore,
  stays: Model<StayDocument>,
  position: SweepPosition,
  logger: Logger,
  isStopped: () => boolean,
): Promise<void> {
  await visitPending(stays, {
    filter: { 'booking.totals.paid': { $gt: 0 } },
    visit: async (scope, bookingId) => {
      await changeBooking(store, scope, bookingId, async (before) => ({
        after: before,
        references: await loadReferences(store, scope, [before]),
      }));
    },
    position,
    failure: {
      event: 'booking_not_confirmed',
      message: 'a paid booking could not be confirmed; the next sweep tries again',
    },
    logger,
    isStopped,
  });
}
