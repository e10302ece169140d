import type { BookingPart } from '../bookings/domain/booking-part';
import { DEFAULT_DUE_PERCENT, isEnoughPaid } from '../bookings/domain/enough-paid';
import { bookingTotals } from '../bookings/domain/totals';
import { currencyOf } from '../store/present-booking';
import type { BookingReferences } from '../store/references';

/**
 * Makes a pending booking active if the request says so, or if enough is paid (see `isEnoughPaid`). An active booking
 * cannot lapse (be canceled because it was not paid in time). Every change of a booking calls this function, and
 * nothing else makes a pending booking active.
 */
export function confirmBooking(before: BookingPart, booking: BookingPart, references: BookingReferences): BookingPart {
  const isAskedFor = before.status === 'pending' && booking.status === 'active';
  const isPaid = booking.status === 'pending' && isDuePaid(booking, references);
  return isAskedFor || isPaid ? { ...booking, status: 'active', pending_until_utc: null } : booking;
}

function isDuePaid(booking: BookingPart, references: BookingReferences): boolean {
  const currency = currencyOf(booking, references);
  const percent = references.properties.get(booking.property_id)?.payment_due_percent ?? DEFAULT_DUE_PERCENT;
  return isEnoughPaid(bookingTotals(booking, currency), percent, currency);
}
