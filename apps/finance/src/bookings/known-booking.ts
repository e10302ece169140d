import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';

/** The fields that records copy from their booking. */
export interface KnownBooking {
  property_id: number;
  guest_id: number | null;
  currency_code: string | null;
}

/**
 * Finds the booking for which money is recorded. Reads the copy of the booking. If the booking's event has not arrived
 * yet, calls the booking service.
 * @param field the field of the request that contains the id, for the error messages.
 * @throws ApiError bad_request if the account has no such booking, or if the booking only blocks dates; unavailable if
 *   there is no copy and the booking service does not respond.
 */
export async function knownBooking(
  store: FinanceStore,
  scope: AccountScope,
  id: number,
  field = 'booking_id',
): Promise<KnownBooking> {
  const booking = (await store.bookings.findOne(scope, { _id: id })) ?? (await askForBooking(store, scope, id));
  if (!booking) throw new ApiError('bad_request', `${field}: booking ${id} does not exist`);
  if (booking.type === 'block' || booking.type === 'linked_availability') {
    throw new ApiError('bad_request', `${field}: ${id} is a ${booking.type}; money can only be recorded for bookings`);
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
