import { confirmation } from '@keyhaven/contracts/booking/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { presentBalance } from '../balances/balance.model';
import type { FinanceStore } from '../finance-store';
import type { FinancialKind } from '../records/record-kinds';

/**
 * Tells the booking service what was paid for a booking before the payment is answered, so that a pending booking is
 * confirmed by then. The event of the balance tells the same: where the service cannot be reached, that comes later.
 * Warns of a payment for a booking that is canceled: somebody has to pay the guest back.
 */
export async function confirmBooking(
  store: FinanceStore,
  scope: AccountScope,
  kind: FinancialKind,
  bookingId: number,
): Promise<void> {
  const balance = await store.balances.findOne(scope, { _id: bookingId });
  // Its step failed and is tried again: the event will tell.
  if (!balance) return;
  const told = { generation: store.generation, version: balance.version, totals: presentBalance(balance).totals };
  try {
    const path = `/internal/bookings/${bookingId}/confirm`;
    const answer = await store.booking.post(path, { user_id: scope.accountId, balance: told }, confirmation);
    const isCanceled = answer.outcome === 'counted' && answer.status === 'canceled';
    if (isCanceled && kind === 'payment') store.warn.paidThoughCanceled(scope, bookingId);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'unavailable')) throw error;
    store.warn.notConfirmed(scope, bookingId, error);
  }
}
