import type { BalanceReceipt } from '@keyhaven/contracts/booking/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changeBooking } from '../bookings/change-booking';
import { countTotals } from '../stays/count-totals';
import type { BookingStore } from '../store/booking-store';
import { loadReferences } from '../store/references';

/**
 * Updates the totals of a booking from the copy of its balance. Confirms a pending booking if enough is paid. Safe to
 * repeat. If this function runs concurrently for several balances, the latest balance is stored.
 *
 * A booking that a payment has confirmed stays active even if finance is restored from a backup without that payment:
 * the guest has received the confirmation, and an active booking never becomes pending. `total_owed` then
 * includes the missing payment.
 */
export async function countPayments(
  store: BookingStore,
  scope: AccountScope,
  bookingId: number,
): Promise<BalanceReceipt> {
  try {
    const { booking } = await changeBooking(store, scope, bookingId, async (before) => {
      const references = await loadReferences(store, scope, [before]);
      return { after: await countTotals(store, scope, before, references), references };
    });
    return { outcome: 'counted', status: booking.status };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return { outcome: 'unknown' };
    throw error;
  }
}

/** Whether the account has the booking. */
export async function isKnown(store: BookingStore, scope: AccountScope, bookingId: number): Promise<boolean> {
  return (await store.stays.findOne(scope, { 'booking.id': bookingId })) !== undefined;
}
