import type { BalanceReceipt } from '@keyhaven/contracts/booking/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { presentBalance } from '../store/balance.model';
import type { FinanceStore } from '../store/finance-store';
import { bookingOf, type FinancialBody } from '../store/financial-record.model';
import type { FinancialKind } from '../store/record-kinds';

/**
 * Sends the booking service the totals of a booking before the record is answered, so that a pending booking is
 * confirmed by then. The event of the balance carries the same totals: if the service cannot be reached, the event does
 * it later.
 */
export async function notifyBookingOfRecord(
  store: FinanceStore,
  scope: AccountScope,
  kind: FinancialKind,
  record: FinancialBody<unknown>,
): Promise<void> {
  try {
    if (kind === 'payment') await notifyBookingOfPayment(store, scope, record);
    else await sendBalance(store, scope, bookingOf(record));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'unavailable')) throw error;
    store.warn.notNotified(scope, bookingOf(record), error);
  }
}

/**
 * Notifies the booking service of a payment, and warns the operator when its booking is canceled, because the guest
 * must be refunded. Only an acknowledged payment is not sent again, so after a crash the warning may come twice but is
 * never lost.
 * @throws ApiError unavailable when the booking service does not answer.
 */
export async function notifyBookingOfPayment(
  store: FinanceStore,
  { accountId }: AccountScope,
  payment: Pick<FinancialBody<unknown>, '_id' | 'booking_id'>,
): Promise<void> {
  const scope = { accountId };
  const bookingId = bookingOf(payment);
  const answer = await sendBalance(store, scope, bookingId);
  if (answer.outcome === 'counted' && answer.status === 'canceled') store.warn.paidThoughCanceled(scope, bookingId);
  await store.payments.records.update(scope, { _id: payment._id }, (before) =>
    Promise.resolve({ after: { ...before, notify_due_utc: undefined } }),
  );
}

/**
 * When the booking service is notified again of a payment with this status, unless it acknowledges first; undefined if
 * never.
 */
export function notificationDue(
  { notifyAgainMs }: FinanceStore,
  kind: FinancialKind,
  status: FinancialBody<unknown>['status'],
): Date | undefined {
  return kind === 'payment' && status === 'completed' ? new Date(Date.now() + notifyAgainMs) : undefined;
}

async function sendBalance(store: FinanceStore, scope: AccountScope, bookingId: number): Promise<BalanceReceipt> {
  const balance = await store.balances.findOne(scope, { _id: bookingId });
  // The job failed and will be retried.
  if (!balance) throw new ApiError('unavailable', `the balance of booking ${bookingId} is not computed yet; try again`);
  const { totals, canceled_utc } = presentBalance(balance);
  const notified = { generation: store.generation, version: balance.version, totals, canceled_utc };
  return store.booking.receiveBalance({
    params: { id: bookingId },
    body: { user_id: scope.accountId, balance: notified },
  });
}
