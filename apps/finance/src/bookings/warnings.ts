import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Logger } from '@keyhaven/service/logger';
import type { Metrics } from '@keyhaven/service/metrics';
import { Counter } from 'prom-client';

/** What operators are told of payments. */
export interface Warnings {
  /** Money came for a booking that is canceled, or lapsed before the money came. */
  paidThoughCanceled(scope: AccountScope, bookingId: number): void;
  /** The booking service could not be told at once: the event tells it, and of a payment it is told again. */
  notConfirmed(scope: AccountScope, bookingId: number, error: unknown): void;
}

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
    notConfirmed: ({ accountId }, booking_id, err) =>
      logger.warn(
        { event: 'booking_not_confirmed', user_id: accountId, booking_id, err },
        'the booking service was not told at once of what was recorded; the event tells it',
      ),
  };
}
