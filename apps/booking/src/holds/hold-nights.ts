import { fieldsFromQuote, pickFields } from '@keyhaven/contracts/booking/writable-fields';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { QuotePart } from '../quotes/domain/quote-part';
import { withSettingsOfProperty } from '../stays/copy-settings';
import { draftBooking } from '../stays/draft-booking';
import type { BookingStore } from '../store/booking-store';
import { type BookingReferences, propertyOf } from '../store/references';

/**
 * Returns the booking of a stay whose quote no longer holds nights: an active hold becomes
 * canceled. Other bookings do not change.
 */
export function withoutHold(booking: BookingPart | undefined): BookingPart | undefined {
  if (booking?.type !== 'quote_hold' || booking.status === 'canceled') return booking;
  return { ...booking, status: 'canceled' };
}

/**
 * Returns the new or updated hold of a quote. A hold is a booking with its own id, and keeps this
 * id when the quote is accepted.
 */
export async function holdOf(
  store: BookingStore,
  quote: QuotePart,
  booking: BookingPart | undefined,
  references: BookingReferences,
): Promise<BookingPart> {
  // The notes of a quote are not copied to its hold.
  const { notes: _notes, ...input } = pickFields(fieldsFromQuote, quote);
  const property = propertyOf(references, quote.property_id);
  if (booking) {
    const held = { ...booking, ...input, status: 'active' as const, canceled_utc: null };
    if (booking.property_id === property._id) return held;
    // A hold that moves to another property gets all settings of that property, because no guest has seen the settings
    // of the earlier property.
    const { currency_code, check_in_end } = property;
    return { ...withSettingsOfProperty(booking, held, references), currency_code, check_in_end };
  }
  const id = await store.ids.next('booking');
  return {
    ...draftBooking(id, 'quote_hold', input, property, references.account),
    quote_id: quote.id,
  } as BookingPart;
}
