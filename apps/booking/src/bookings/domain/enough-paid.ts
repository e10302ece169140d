import { fraction, percentage, times } from '@keyhaven/stays/charges/fraction';
import { toMinor } from '@keyhaven/stays/money';
import type { Totals } from './totals';

/**
 * The default for `payment_due_percent`: the percentage of the total that must be paid to confirm a
 * pending booking.
 */
export const DEFAULT_DUE_PERCENT = 50;

/**
 * Whether payments less refunds are enough to confirm a pending booking: a percentage of the total, or everything that
 * is owed. What is owed can be less than this percentage, because it does not include the taxes that a channel remits.
 * @param percent the percentage of the total that must be paid, 0 to 100.
 */
export function isEnoughPaid(
  { total_amount, total_paid, total_refunded, total_owed }: Totals,
  percent: number,
  currencyCode: string,
): boolean {
  const paid = toMinor(total_paid, currencyCode) - toMinor(total_refunded, currencyCode);
  // The product of the total and a percentage such as 8.3 is not exact in floating-point numbers.
  const due = times(fraction(BigInt(toMinor(total_amount, currencyCode))), percentage(percent));
  return paid > 0 && (total_owed <= 0 || BigInt(paid) * due.denominator >= due.numerator);
}
