import { fromMinor, sumAmounts, toMinor } from '@keyhaven/stays/money';
import type { BookingPart } from '../stay.model';

export interface Totals {
  total_amount: number;
  total_host_fees: number;
  total_paid: number;
  total_refunded: number;
  total_owed: number;
}

/**
 * What a booking comes to, in its currency. Taxes that a channel remits are not owed; a canceled booking owes what the
 * operator keeps; a negative `total_owed` is to be refunded.
 */
export function bookingTotals(
  booking: Pick<BookingPart, 'charges' | 'totals' | 'status' | 'retained_amount'>,
  currencyCode: string,
): Totals {
  const { paid, refunded, host_fees } = booking.totals;
  const sum = (charges: BookingPart['charges']) =>
    sumAmounts(
      charges.map(({ amount }) => amount),
      currencyCode,
    );
  const minor = (amount: number) => toMinor(amount, currencyCode);
  const remitted = booking.charges.filter((charge) => charge.type === 'tax' && charge.is_channel_managed);
  const due =
    booking.status === 'canceled'
      ? minor(booking.retained_amount ?? paid - refunded)
      : minor(sum(booking.charges)) - minor(sum(remitted));
  return {
    total_amount: sum(booking.charges),
    total_host_fees: host_fees,
    total_paid: paid,
    total_refunded: refunded,
    total_owed: fromMinor(due - minor(paid) + minor(refunded), currencyCode),
  };
}
