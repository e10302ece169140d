import type { Logger } from '@keyhaven/service/observability/logger';
import { createCounter } from '@keyhaven/service/observability/create-metric';
import type { Metrics } from '@keyhaven/service/observability/metrics';
import type { Warnings } from '../store/finance-store';

export function createWarnings(logger: Logger, { registry }: Metrics): Warnings {
  const paidThoughCanceled = createCounter(registry, 'keyhaven_payments_of_canceled_bookings_total');
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
