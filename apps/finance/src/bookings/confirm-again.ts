import { accountId } from '@keyhaven/persistence/account-scope';
import type { Worker } from '@keyhaven/service/worker';
import type { Logger } from '@keyhaven/service/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { FinanceStore } from '../store/finance-store';
import { confirmPayment } from './confirm-booking';

/**
 * Periodically notifies the booking service again of payments that it has not acknowledged. Replicas may do this at the
 * same time. It is not an outbox job, because a hanging booking service must not delay events, which carry the balance
 * too.
 */
export function confirmSweep(store: FinanceStore, logger: Logger): Worker {
  return repeatedWork({
    work: (isStopping) => confirmAgain(store, isStopping),
    pauseMs: store.confirmAgainMs,
    logger,
    failure: 'the booking service is notified of a payment again after a pause',
  });
}

/** Takes payments one by one, the longest waiting first. One that fails moves to the end and ends the pass. */
async function confirmAgain(store: FinanceStore, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const payment = await store.paymentModel
      .findOne({ confirm_due_utc: { $lte: new Date() } }, { user_id: 1, booking_id: 1 })
      .sort({ confirm_due_utc: 1 })
      .lean();
    if (!payment) return;
    const scope = { accountId: accountId(payment.user_id) };
    try {
      await confirmPayment(store, scope, payment);
    } catch (error) {
      const confirm_due_utc = new Date(Date.now() + store.confirmAgainMs);
      await store.payments.records.update(scope, { _id: payment._id }, (before) =>
        Promise.resolve(before.confirm_due_utc ? { after: { ...before, confirm_due_utc } } : undefined),
      );
      throw error;
    }
  }
}
