import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import { readAll } from '../store/read-all';

/**
 * The completed and pending payments of a booking. The booking service requests them, because a booking with such a
 * payment is not canceled for lack of payment.
 */
export async function paymentsOf(
  store: FinanceStore,
  scope: AccountScope,
  bookingId: number,
): Promise<{ payment_ids: number[] }> {
  const filter = { booking_id: bookingId, status: { $in: ['pending', 'completed'] as const } };
  const payments = await readAll(store.payments.records, scope, filter);
  return { payment_ids: payments.map(({ _id }) => _id) };
}
