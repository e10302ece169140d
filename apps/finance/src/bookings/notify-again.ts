import { accountId } from '@keyhaven/persistence/account-scope';
import type { Worker } from '@keyhaven/service/worker';
import type { Logger } from '@keyhaven/service/observability/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { FinanceStore } from '../store/finance-store';
import { notifyBookingOfPayment } from './notify-booking';

/**
 * Periodically sends payments again that the booking service has not acknowledged. Several replicas
 * may do this concurrently. This is not an outbox job: while a job waited for the booking service,
 * the events in the same outbox, which also contain the balance, would wait too.
 */
export function notificationSweep(store: FinanceStore, logger: Logger): Worker {
  return repeatedWork({
    work: (isStopping) => notifyAgain(store, isStopping),
    pauseMs: store.notifyAgainMs,
    logger,
    failure: 'the booking service is notified of a payment again after a pause',
  });
}

/**
 * Sends payments one by one, the longest overdue first. If a payment cannot be sent, postpones this payment and ends
 * the run.
 */
async function notifyAgain(store: FinanceStore, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const payment = await store.paymentModel
      .findOne({ notify_due_utc: { $lte: new Date() } }, { user_id: 1, booking_id: 1 })
      .sort({ notify_due_utc: 1 })
      .lean();
    if (!payment) return;
    const scope = { accountId: accountId(payment.user_id) };
    try {
      await notifyBookingOfPayment(store, scope, payment);
    } catch (error) {
      const notify_due_utc = new Date(Date.now() + store.notifyAgainMs);
      await store.payments.records.update(scope, { _id: payment._id }, (before) =>
        Promise.resolve(before.notify_due_utc ? { after: { ...before, notify_due_utc } } : undefined),
      );
      throw error;
    }
  }
}
