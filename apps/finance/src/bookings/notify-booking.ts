import type { BalanceReceipt } from '@keyhaven/contracts/booking/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { presentBalance } from '../store/balance.model';
import type { FinanceStore } from '../store/finance-store';
import { bookingOf, type FinancialBody } from '../store/financial-record.model';
import type { FinancialKind } from '../store/record-kinds';

/**
 * Sends a booking's totals to the booking service before the request is answered, so that a pending booking is already
 * confirmed when the client gets the response. If the booking service is unavailable, the balance event delivers the
 * same totals later.
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
 * Notifies the booking service of a payment. If the booking is canceled, warns the operator, because the guest must be
 * refunded. A payment is sent again until it is acknowledged, so after a crash the warning may be repeated but is never
 * lost.
 * @throws ApiError unavailable if the booking service does not respond.
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
 * Returns the time at which a payment with this status is sent again if the booking service has not
 * acknowledged it by then. Undefined for payments that are not completed, and for records of other
 * kinds.
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
  // The job that computes the balance failed and will be repeated.
  if (!balance) throw new ApiError('unavailable', `the balance of booking ${bookingId} is not computed yet; try again`);
  const { totals, canceled_utc } = presentBalance(balance);
  const notified = { generation: store.generation, version: balance.version, totals, canceled_utc };
  return store.booking.receiveBalance({
    params: { id: bookingId },
    body: { user_id: scope.accountId, balance: notified },
  });
}
