import type { BookingPart } from './booking-part';

/**
 * The reasons why a booking cannot change its currency, one message each. Its payments, refunds and
 * fees are recorded in the current currency, and amounts are never converted.
 */
export function currencyFaults(
  { paid, refunded, host_fees }: BookingPart['totals'],
  from: string,
  to: string,
): string[] {
  if (from === to) return [];
  const recorded = Object.entries({ total_paid: paid, total_refunded: refunded, total_host_fees: host_fees })
    .filter(([, amount]) => amount !== 0)
    .map(([total, amount]) => `${total} ${amount}`);
  if (recorded.length === 0) return [];
  return [
    `currency_code: ${to} is not accepted; the booking has payments, refunds or fees in ${from} (${recorded.join(', ')})`,
  ];
}
