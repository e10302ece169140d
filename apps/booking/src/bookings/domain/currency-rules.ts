import type { BookingPart } from './booking-part';

/**
 * Why a booking cannot change its currency; empty if it can. Payments, refunds and fees are recorded in the present one
 * (decisions, Finance), and amounts are not exchanged.
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
    `currency_code: ${to} is not accepted instead of ${from}; money of the booking is recorded in ${from} (${recorded.join(', ')})`,
  ];
}
