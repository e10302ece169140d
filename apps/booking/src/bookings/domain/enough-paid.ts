import { toMinor } from '@keyhaven/stays/money';
import type { Totals } from './totals';

/** How much of its total has to be paid for a pending booking to be active, where the property does not say. */
export const DEFAULT_DUE_PERCENT = 50;

/**
 * Whether what was paid, less what was paid back, makes a pending booking active.
 * @param percent of the total, 0 to 100.
 */
export function isEnoughPaid(
  { total_amount, total_paid, total_refunded }: Totals,
  percent: number,
  currencyCode: string,
): boolean {
  const paid = toMinor(total_paid, currencyCode) - toMinor(total_refunded, currencyCode);
  return paid > 0 && paid * 100 >= toMinor(total_amount, currencyCode) * percent;
}
