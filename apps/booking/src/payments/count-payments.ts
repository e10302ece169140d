import type { Confirmation } from '@keyhaven/contracts/booking/internal-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { changeBooking } from '../bookings/change-booking';
import { currencyOf } from '../store/present-booking';
import { loadReferences } from '../store/references';
import { publishedTotals } from '../bookings/published-totals';

/**
 * Counts what was paid for a booking by the balance that is kept of it; the change confirms a pending one when that is
 * enough. Safe to repeat, and to run at once for several balances: the latest is what stays.
 *
 * A booking that payments made active stays so when a resync of a restored finance told that they are gone: its guest
 * was told that it is sure, and active never becomes pending (decisions, Bookings). What is owed shows what is missing.
 */
export async function countPayments(
  store: BookingStore,
  scope: AccountScope,
  bookingId: number,
): Promise<Confirmation> {
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
