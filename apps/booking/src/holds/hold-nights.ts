import type { BookingPart } from '../bookings/domain/booking-part';
import type { QuotePart } from '../quotes/domain/quote-part';
import { withSettingsOfProperty } from '../stays/copy-settings';
import { draftBooking } from '../stays/draft-booking';
import type { BookingStore } from '../store/booking-store';
import { type BookingReferences, propertyOf } from '../store/references';

/** The booking of a quote's stay once the quote holds no nights. */
export function withoutHold(booking: BookingPart | undefined): BookingPart | undefined {
  if (booking?.type !== 'quote_hold' || booking.status === 'canceled') return booking;
  return { ...booking, status: 'canceled' };
}

/** The hold of a quote: a booking with an id of its own, which the accepted booking keeps. */
export async function holdOf(
  store: BookingStore,
  quote: QuotePart,
  booking: BookingPart | undefined,
  references: BookingReferences,
): Promise<BookingPart> {
  const input = {
    property_id: quote.property_id,
    arrival: quote.arrival,
    departure: quote.departure,
    check_in: quote.check_in,
    check_out: quote.check_out,
    guest_id: quote.guest_id,
    listing_site_id: quote.listing_site_id,
    adults: quote.adults,
    children: quote.children,
    infants: quote.infants,
    pets: quote.pets,
  };
  const property = propertyOf(references, quote.property_id);
  if (booking) {
    const held = { ...booking, ...input, status: 'active' as const, canceled_utc: null };
    if (booking.property_id === property._id) return held;
    // As if the hold had been made at the new property: no guest knows of it yet.
    const { currency_code, check_in_end } = property;
    return { ...withSettingsOfProperty(booking, held, references), currency_code, check_in_end };
  }
  const id = await store.ids.next('booking');
  return {
    ...draftBooking(id, 'quote_hold', input, property, references.account),
    quote_id: quote.id,
  } as BookingPart;
}
