import { fromMinor, sumAmounts, toMinor } from '@keyhaven/stays/money';
import type { BookingPart } from './booking-part';

export interface Totals {
  total_amount: number;
  total_host_fees: number;
  total_paid: number;
  total_refunded: number;
  total_owed: number;
}

type Counted = Pick<
  BookingPart,
  'charges' | 'totals' | 'status' | 'canceled_utc' | 'retained_amount' | 'has_lapsed' | 'known_paid_when_canceled'
>;

/**
 * The amount that the operator keeps from a canceled booking. The first of these that applies:
 * - the amount that the operator set;
 * - nothing if the booking lapsed, even if the guest pays later;
 * - payments less refunds, as finance published them for this cancellation;
 * - payments less refunds, as known to the booking service at the time of cancellation.
 */
function retainedAmount({
  totals,
  canceled_utc,
  retained_amount,
  has_lapsed,
  known_paid_when_canceled,
}: Counted): number {
  if (retained_amount !== null) return retained_amount;
  if (has_lapsed) return 0;
  const { when_canceled } = totals;
  const isOfThisCancellation = canceled_utc != null && when_canceled?.utc.getTime() === canceled_utc.getTime();
  return isOfThisCancellation ? when_canceled.paid : (known_paid_when_canceled ?? 0);
}

/**
 * The totals of a booking in its currency. Taxes that a channel remits are not owed. For a canceled booking, only the
 * retained amount is owed. A negative `total_owed` must be refunded.
 */
export function bookingTotals(booking: Counted, currencyCode: string): Totals {
  const { paid, refunded, host_fees } = booking.totals;
  const sum = (charges: BookingPart['charges']) =>
    sumAmounts(
      charges.map(({ amount }) => amount),
      currencyCode,
    );
  const minor = (amount: number) => toMinor(amount, currencyCode);
  const total = sum(booking.charges);
  const remitted = booking.charges.filter((charge) => charge.type === 'tax' && charge.is_channel_managed);
  const due = booking.status === 'canceled' ? minor(retainedAmount(booking)) : minor(total) - minor(sum(remitted));
  return {
    total_amount: total,
    total_host_fees: host_fees,
    total_paid: paid,
    total_refunded: refunded,
    total_owed: fromMinor(due - minor(paid) + minor(refunded), currencyCode),
  };
}
