import type { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';
import type { Logger } from '@keyhaven/service/observability/logger';
import type { Model } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import { changeBooking } from '../bookings/change-booking';
import { loadReferences } from '../store/references';
import type { StayDocument } from '../store/stay.model';
import { visitPending } from './visit-pending';

/**
 * Cancels the pending bookings whose payment deadline has passed, but only after finance has confirmed that it has no
 * payment for the booking. So no booking lapses while finance is unavailable.
 * @param stays the stays of all accounts.
 */
export async function lapseBookings(
  store: BookingStore,
  stays: Model<StayDocument>,
  finance: PeerClient<typeof financeInternalContract>,
  logger: Logger,
  isStopped: () => boolean,
): Promise<void> {
  const now = new Date();
  await visitPending(stays, { 'booking.pending_until_utc': { $lte: now } }, isStopped, (scope, bookingId) =>
    lapseUnpaid(store, scope, bookingId, finance, logger, now),
  );
}

/** @throws ApiError unavailable when finance does not respond. */
async function lapseUnpaid(
  store: BookingStore,
  scope: AccountScope,
  bookingId: number,
  finance: PeerClient<typeof financeInternalContract>,
  logger: Logger,
  now: Date,
): Promise<void> {
  const { payment_ids } = await finance.paymentsOfBooking({
    params: { id: bookingId },
    body: { user_id: scope.accountId },
  });
  if (payment_ids.length > 0) return;
  // Another process may have lapsed the booking, or a client may have changed it, while finance was asked.
  let hasLapsed = false;
  try {
    await changeBooking(store, scope, bookingId, async (before) => {
      const references = await loadReferences(store, scope, [before]);
      hasLapsed = before.status === 'pending' && before.pending_until_utc !== null && before.pending_until_utc <= now;
      if (!hasLapsed) return { after: before, references };
      return { after: { ...before, status: 'canceled', pending_until_utc: null, has_lapsed: true }, references };
    });
    if (!hasLapsed) return;
    logger.info(
      { event: 'booking_lapsed', user_id: scope.accountId, booking_id: bookingId },
      'a pending booking was not paid in time',
    );
  } catch (error) {
    // Continue: if one booking cannot be changed, the other bookings must lapse nevertheless.
    if (!(error instanceof ApiError)) throw error;
    logger.warn(
      { event: 'booking_not_lapsed', booking_id: bookingId, err: error },
      'an overdue booking could not be canceled; the next sweep tries again',
    );
  }
}
