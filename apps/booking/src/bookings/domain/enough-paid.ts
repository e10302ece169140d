import { toMinor } from '@keyhaven/stays/money';
import type { Totals } from './totals';

/** The default share of its total that confirms a pending booking, in percent. */
export const DEFAULT_DUE_PERCENT = 50;

/**
 * Whether what was paid, less what was refunded, confirms a pending booking.
 * @param percent the share of the total that must be paid, 0 to 100.
 */
export function isEnoughPaid(
  { total_amount, total_paid, total_refunded }: Totals,
  percent: number,
  currencyCode: string,
): boolean {
  const paid = toMinor(total_paid, currencyCode) - toMinor(total_refunded, currencyCode);
  return paid > 0 && paid * 100 >= toMinor(total_amount, currencyCode) * percent;
}
