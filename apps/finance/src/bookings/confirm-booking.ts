import type { Confirmation } from '@keyhaven/contracts/booking/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { presentBalance } from '../store/balance.model';
import type { FinanceStore } from '../store/finance-store';
import { bookingOf, type FinancialBody } from '../store/financial-record.model';
import type { FinancialKind } from '../store/record-kinds';

/**
 * Tells the booking service what was paid for a booking before the record is answered, so that a pending booking is
 * confirmed by then. The event of the balance tells the same: where the service cannot be reached, that comes later.
 */
export async function confirmBooking(
  store: FinanceStore,
  scope: AccountScope,
  kind: FinancialKind,
  record: FinancialBody<unknown>,
): Promise<void> {
  try {
    if (kind === 'payment') await confirmPayment(store, scope, record);
    else await notifyBooking(store, scope, bookingOf(record));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'unavailable')) throw error;
    store.warn.notConfirmed(scope, bookingOf(record), error);
  }
}

/**
 * Tells the booking service of a payment, and warns when its booking is canceled: somebody has to pay the guest back.
 * Only what it answers for needs not be told again, so that after a crash the warning may come twice, and never not.
 * @throws ApiError unavailable when the booking service does not answer.
 */
export async function confirmPayment(
  store: FinanceStore,
  { accountId }: AccountScope,
  payment: Pick<FinancialBody<unknown>, '_id' | 'booking_id'>,
): Promise<void> {
  const scope = { accountId };
  const bookingId = bookingOf(payment);
  const answer = await notifyBooking(store, scope, bookingId);
  if (answer.outcome === 'counted' && answer.status === 'canceled') store.warn.paidThoughCanceled(scope, bookingId);
  await store.payments.records.update(scope, { _id: payment._id }, (before) =>
    Promise.resolve({ after: { ...before, confirm_due_utc: undefined }, references: undefined }),
  );
}

/** When a payment of this status is told again, unless the booking service answers for it first; else undefined. */
export function confirmDue(
  { confirmAgainMs }: FinanceStore,
  kind: FinancialKind,
  status: FinancialBody<unknown>['status'],
): Date | undefined {
  return kind === 'payment' && status === 'completed' ? new Date(Date.now() + confirmAgainMs) : undefined;
}

async function notifyBooking(store: FinanceStore, scope: AccountScope, bookingId: number): Promise<Confirmation> {
  const balance = await store.balances.findOne(scope, { _id: bookingId });
  // Its step failed, and is tried again.
  if (!balance) throw new ApiError('unavailable', `the balance of booking ${bookingId} is not computed yet`);
  const { totals, canceled_utc } = presentBalance(balance);
  const notified = { generation: store.generation, version: balance.version, totals, canceled_utc };
  return store.booking.receiveBalance({
    params: { id: bookingId },
    body: { user_id: scope.accountId, balance: notified },
  });
}
