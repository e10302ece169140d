import { services } from '@keyhaven/contracts/platform/services';
import { BOOKING_BALANCE, type BookingBalance } from '@keyhaven/contracts/shared/booking-balance';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { fromMinor } from '@keyhaven/stays/money';
import { type Connection, type Model, Schema } from 'mongoose';

/** The sums of payments, refunds and fees in one currency, in minor units. */
export interface TotalsMinor {
  currency_code: string;
  paid: number;
  refunded: number;
  host_fees: number;
  /** Payments less refunds at the time of the cancellation, never negative. 0 if the booking is not canceled. */
  paid_when_canceled: number;
}

/** The balance of a booking, computed from all its records. It has the same `_id` as the booking. */
export interface BalanceDocument extends RecordDocument {
  /** One entry for each currency with records, ordered by code. */
  totals: TotalsMinor[];
  /**
   * The time of the cancellation, as it was known when the totals were computed, in ISO format with milliseconds. Null
   * if the booking was not canceled then.
   */
  canceled_utc: string | null;
  /**
   * How many times the balance was computed. Each computation increments this number, so the document
   * changes even if the totals do not, and the write of a concurrent, older computation fails.
   */
  computed: number;
}

export function balanceModel(connection: Connection): Model<BalanceDocument> {
  const schema = tenantSchema<BalanceDocument>('booking_balances', {
    totals: [Schema.Types.Mixed],
    canceled_utc: String,
    computed: Number,
  });
  return connection.model<BalanceDocument>('BookingBalance', schema);
}

export const balanceEntity: Entity<BalanceDocument> = {
  type: BOOKING_BALANCE,
  isIn: () => true,
  topic: services.finance.topic,
  present: presentBalance,
  categories: () => ['financial'],
};

export function presentBalance({ _id, totals, canceled_utc }: Body<BalanceDocument>): BookingBalance {
  return {
    id: _id,
    canceled_utc,
    totals: totals.map(({ currency_code, paid, refunded, host_fees, paid_when_canceled }) => ({
      currency_code,
      total_paid: fromMinor(paid, currency_code),
      total_refunded: fromMinor(refunded, currency_code),
      total_host_fees: fromMinor(host_fees, currency_code),
      paid_when_canceled: fromMinor(paid_when_canceled, currency_code),
    })),
  };
}
