import type { BookingPart } from './booking-part';

/** Whether payments, refunds or fees are recorded for a booking. */
export function hasMoney({ paid, refunded, host_fees }: BookingPart['totals']): boolean {
  return paid !== 0 || refunded !== 0 || host_fees !== 0;
}

/**
 * The reasons why a booking cannot change its currency, one message each. Its payments, refunds and
 * fees are recorded in the current currency, and amounts are never converted.
 */
export function currencyFaults(totals: BookingPart['totals'], from: string, to: string): string[] {
  if (from === to || !hasMoney(totals)) return [];
  const { paid, refunded, host_fees } = totals;
  const recorded = Object.entries({ total_paid: paid, total_refunded: refunded, total_host_fees: host_fees })
    .filter(([, amount]) => amount !== 0)
    .map(([total, amount]) => `${total} ${amount}`);
  return [
    `currency_code: ${to} is not accepted; the booking has payments, refunds or fees in ${from} (${recorded.join(', ')})`,
  ];
}
