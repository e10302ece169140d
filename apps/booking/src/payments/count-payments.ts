import type { BalanceReceipt } from '@keyhaven/contracts/booking/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { changeBooking } from '../bookings/change-booking';
import { currencyOf } from '../store/present-booking';
import { loadReferences } from '../store/references';
import { publishedTotals } from '../bookings/published-totals';

/**
 * Stores what was paid for a booking by the copy of its balance; the change confirms a pending booking if that is
 * enough. Safe to repeat, and to run concurrently for several balances: the latest wins.
 *
 * A booking that payments confirmed stays active even if a resync of a restored finance has lost them: its guest knows
 * that it is confirmed, and active never becomes pending (decisions, Bookings). `total_owed` shows what is missing.
 */
export async function countPayments(
  store: BookingStore,
  scope: AccountScope,
  bookingId: number,
): Promise<BalanceReceipt> {
  if (!(await isKnown(store, scope, bookingId))) return { outcome: 'unknown' };
  const { booking } = await changeBooking(store, scope, bookingId, async (before) => {
    const references = await loadReferences(store, scope, [before]);
    const totals = await publishedTotals(store, scope, before, currencyOf(before, references));
    return { after: { ...before, totals }, references };
  });
  return { outcome: 'counted', status: booking.status };
}

/** Whether the account has a booking that payments of it can be counted for. */
export async function isKnown(store: BookingStore, scope: AccountScope, bookingId: number): Promise<boolean> {
  return (await store.stays.findOne(scope, { 'booking.id': bookingId })) !== undefined;
}
