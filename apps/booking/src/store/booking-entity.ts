import { services } from '@keyhaven/contracts/platform/services';
import type { Entity } from '@keyhaven/persistence/entity';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { BookingRecord } from '../bookings/domain/booking-record';
import { bookingCategories } from '../bookings/domain/categories';
import { expiryOf } from '../quotes/domain/quote-status';
import { presentBooking } from './present-booking';
import type { BookingReferences } from './references';
import type { AnyStayBody, AnyStayDocument } from './stay.model';

/** How the booking part of a stay is published. */
export const bookingEntity: Entity<AnyStayDocument, BookingRecord, BookingReferences> = {
  type: 'booking',
  topic: services.booking.topic,
  part: 'booking',
  isIn: (body) => body.booking !== undefined,
  present: (body, references) => presentBooking(bookingOf(body), references),
  presentPrivate: (body) => presentPrivate(body, bookingOf(body)),
  withheld: (body) => bookingOf(body).door_codes,
  categories: (after, before) => bookingCategories(after.record, before?.record),
  stampedWhenCreated: (body) => {
    const { booked_utc, status, canceled_utc } = bookingOf(body);
    return [
      ...(booked_utc === undefined ? ['booked_utc'] : []),
      ...(status === 'canceled' && canceled_utc === undefined ? ['canceled_utc'] : []),
    ];
  },
  stampedWhenChanged: (before, after) => {
    const [was, is] = [bookingOf(before), bookingOf(after)];
    return [
      ...(is.status === 'canceled' && is.canceled_utc === null ? ['canceled_utc'] : []),
      // When a quote is accepted, its hold becomes a booking, and `booked_utc` becomes the time of the acceptance.
      ...(was.type === 'quote_hold' && is.type === 'booking' ? ['booked_utc'] : []),
    ];
  },
};

/** @throws Error when the stay has no booking. */
function bookingOf({ _id, booking }: AnyStayBody): BookingPart {
  if (!booking) throw new Error(`stay ${_id} has no booking`);
  return booking;
}

function presentPrivate(stay: AnyStayBody, booking: BookingPart): Record<string, unknown> {
  const { source } = stay;
  const expires = expiryOf(stay, booking);
  return {
    source_booking_id: source?.booking_id ?? null,
    source_type: source?.type ?? null,
    channel: booking.channel?.name ?? null,
    owner_commission_percent: booking.owner_commission_percent,
    accounting: booking.accounting,
    retained_amount: booking.retained_amount,
    has_lapsed: booking.has_lapsed ?? false,
    // With milliseconds, because finance compares this time with the times of payments.
    canceled_utc: booking.canceled_utc?.toISOString() ?? null,
    contained_taxes: booking.contained_taxes ?? [],
    // From this second on, a hold and its linked_availability records occupy no nights.
    expires_utc: expires && formatInstant(expires),
  };
}
