import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';

/** The fields that a record copies from its booking. */
export interface KnownBooking {
  property_id: number;
  guest_id: number | null;
  currency_code: string | null;
}

/**
 * Finds the booking that money is recorded for: in the copy, or at the booking service if its event has not arrived
 * yet.
 * @throws ApiError bad_request when the account has no such booking or the booking cannot be paid for; unavailable when
 *   there is no copy and the booking service does not answer.
 */
export async function knownBooking(store: FinanceStore, scope: AccountScope, id: number): Promise<KnownBooking> {
  const booking = (await store.bookings.findOne(scope, { _id: id })) ?? (await askForBooking(store, scope, id));
  if (!booking) throw new ApiError('bad_request', `booking_id: booking ${id} does not exist`);
  if (booking.type === 'block' || booking.type === 'linked_availability') {
    throw new ApiError('bad_request', `booking_id: ${id} is a ${booking.type}; money is recorded for bookings`);
  }
  return booking;
}

async function askForBooking(
  store: FinanceStore,
  { accountId }: AccountScope,
  id: number,
): Promise<(KnownBooking & { type: string }) | undefined> {
  const answer = await store.booking.readBooking({ params: { id }, body: { user_id: accountId } });
  return answer.outcome === 'found' ? answer : undefined;
}
