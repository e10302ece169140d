import { bookingTotals } from './domain/totals';
import { currencyOf } from '../store/present-booking';
import type { BookingReferences } from '../store/references';
import type { BookingPart } from '../store/stay.model';
import { DEFAULT_DUE_PERCENT, isEnoughPaid } from './domain/enough-paid';

/**
 * The booking as it is by what was paid for it: a pending one of which `payment_due_percent` of the total is paid is
 * active, whichever of payments, charges and status changed (decisions, Quotes), and nothing makes it lapse.
 */
export function confirmWhenPaid(booking: BookingPart, references: BookingReferences): BookingPart {
  if (booking.status !== 'pending') return booking;
  const currency = currencyOf(booking, references);
  const percent = references.properties.get(booking.property_id)?.payment_due_percent ?? DEFAULT_DUE_PERCENT;
  if (!isEnoughPaid(bookingTotals(booking, currency), percent, currency)) return booking;
  return { ...booking, status: 'active', pending_until_utc: null };
}
