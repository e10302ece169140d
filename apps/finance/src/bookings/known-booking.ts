import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';

/** What a record takes over from its booking. */
export interface KnownBooking {
  property_id: number;
  guest_id: number | null;
  currency_code: string | null;
}

/**
 * The booking that money is recorded for: from the copy, or from the booking service where its event has not come yet.
 * @throws ApiError bad_request when the account has no such booking, or it is one that nobody pays for; unavailable
 *   when there is no copy and the booking service cannot be asked.
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
