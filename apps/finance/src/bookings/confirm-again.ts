import { accountId } from '@keyhaven/persistence/account-scope';
import type { Worker } from '@keyhaven/service/worker';
import type { Logger } from '@keyhaven/service/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { FinanceStore } from '../store/finance-store';
import { confirmPayment } from './confirm-booking';

/**
 * Tells the booking service again of the payments that it did not answer for, now and then; replicas may do so at once.
 * It is no step of the relay: a booking service that hangs must not hold up the events, which tell the balance to it.
 */
export function confirmSweep(store: FinanceStore, logger: Logger): Worker {
  return repeatedWork({
    work: (isStopping) => confirmAgain(store, isStopping),
    pauseMs: store.confirmAgainMs,
    logger,
    failure: 'the booking service is told of a payment again after a pause',
  });
}

/** One payment after the other, those that wait longest first; the one that fails goes to the end, and ends the pass. */
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
