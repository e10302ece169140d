import { fromMinor, toMinor } from '@keyhaven/stays/money';
import type { BookingPart } from './booking-part';

/**
 * When a booking is canceled, records the amount that was paid before the cancellation, so that later payments do not
 * change the retained amount. When a booking is restored, removes this amount, `has_lapsed` and `retained_amount`.
 */
export function withRetained(before: BookingPart, after: BookingPart, currency: string): BookingPart {
  if (after.status !== 'canceled') {
    const { known_paid_when_canceled: _known, has_lapsed: _lapsed, ...active } = after;
    return { ...active, retained_amount: null };
  }
  if (before.status === 'canceled') return after;
  const { paid, refunded } = after.totals;
  const net = fromMinor(toMinor(paid, currency) - toMinor(refunded, currency), currency);
  return { ...after, known_paid_when_canceled: Math.max(0, net) };
}
