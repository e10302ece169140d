import type { Logger } from '@keyhaven/service/logger';
import type { Metrics } from '@keyhaven/service/metrics';
import { Counter } from 'prom-client';
import type { Warnings } from '../store/finance-store';

export function createWarnings(logger: Logger, { registry }: Metrics): Warnings {
  const paidThoughCanceled = new Counter({
    name: 'keyhaven_payments_of_canceled_bookings_total',
    help: 'Completed payments that were recorded for bookings that are canceled',
    registers: [registry],
  });
  return {
    paidThoughCanceled: ({ accountId }, booking_id) => {
      paidThoughCanceled.inc();
      logger.warn(
        { event: 'paid_though_canceled', user_id: accountId, booking_id },
        'a payment was recorded for a booking that is canceled',
      );
    },
    notNotified: ({ accountId }, booking_id, err) =>
      logger.warn(
        { event: 'booking_not_notified', user_id: accountId, booking_id, err },
        'the booking service did not take a record of money; it will receive the event',
      ),
  };
}
