import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import type { KnownBooking } from './known-booking';

/**
 * Finds the guest who paid: the guest in the request, or else the booking's guest. If the request names a guest other
 * than the booking's, calls the booking service, because finance has no copies of guests.
 * @throws ApiError bad_request if the account has no such guest; unavailable if the booking service does not respond.
 */
export async function knownGuest(
  store: FinanceStore,
  { accountId }: AccountScope,
  sent: number | null | undefined,
  booking: KnownBooking,
): Promise<number | null> {
  if (sent === undefined || sent === booking.guest_id) return booking.guest_id;
  if (sent === null) return null;
  const { outcome } = await store.booking.findGuest({ body: { user_id: accountId, guest_id: sent } });
  if (outcome === 'found') return sent;
  throw new ApiError('bad_request', `guest_id: guest ${sent} does not exist`);
}
