import { isDeepStrictEqual } from 'node:util';
import type { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { DatabaseClock } from '@keyhaven/persistence/database-clock';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';
import type { Logger } from '@keyhaven/service/observability/logger';
import type { Model } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import { changeBooking } from '../bookings/change-booking';
import { loadReferences } from '../store/references';
import type { StayDocument } from '../store/stay.model';
import { type SweepPosition, visitPending } from './visit-pending';

/**
 * Cancels the pending bookings whose payment deadline has passed, but only after finance has confirmed that it has no
 * payment for the booking. So no booking lapses while finance is unavailable.
 * @param stays the stays of all accounts.
 * @param clock decides which deadlines have passed. The clocks of processes are not used, because they may differ.
 */
export async function lapseBookings(
  store: BookingStore,
  stays: Model<StayDocument>,
  finance: PeerClient<typeof financeInternalContract>,
  clock: DatabaseClock,
  position: SweepPosition,
  logger: Logger,
  isStopped: () => boolean,
): Promise<void> {
  const now = clock();
  await visitPending(stays, {
    filter: { 'booking.pending_until_utc': { $lte: now } },
    visit: (scope, bookingId) => lapseUnpaid(store, scope, bookingId, finance, logger, now),
    position,
    failure: {
      event: 'booking_not_lapsed',
      message: 'an overdue booking could not be canceled; the next sweep tries again',
    },
    logger,
    isStopped,
  });
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
  const balanceBefore = await latestBalance(store, scope, bookingId);
  const { payment_ids } = await finance.paymentsOfBooking({
    params: { id: bookingId },
    body: { user_id: scope.accountId },
  });
  if (payment_ids.length > 0) return;
  // While finance was asked, another process may have lapsed the booking, a client may have changed it, or finance may
  // have recorded a payment. After a new balance, the next sweep asks finance again.
  let hasLapsed = false;
  await changeBooking(store, scope, bookingId, async (before) => {
    const references = await loadReferences(store, scope, [before]);
    const isOverdue =
      before.status === 'pending' && before.pending_until_utc !== null && before.pending_until_utc <= now;
    hasLapsed = isOverdue && isDeepStrictEqual(await latestBalance(store, scope, bookingId), balanceBefore);
    if (!hasLapsed) return { after: before, references };
    return { after: { ...before, status: 'canceled', pending_until_utc: null, has_lapsed: true }, references };
  });
  if (!hasLapsed) return;
  logger.info(
    { event: 'booking_lapsed', user_id: scope.accountId, booking_id: bookingId },
    'a pending booking was not paid in time',
  );
}

/** The generation and version of the latest balance that finance has sent. Undefined if it has sent none. */
async function latestBalance(
  { balances }: BookingStore,
  scope: AccountScope,
  bookingId: number,
): Promise<{ generation: number; version: number } | undefined> {
  const balance = await balances.findStored(scope, bookingId);
  return balance && { generation: balance.generation, version: balance.version };
}
