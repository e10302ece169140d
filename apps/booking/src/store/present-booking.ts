import type { Booking } from '@keyhaven/contracts/booking/booking';
import type { BookingParts } from '@keyhaven/contracts/booking/list-queries';
import { formatInstant, instantOrBlank } from '@keyhaven/contracts/shared/instants';
import { presentAnnotations } from '../annotations/domain/annotations';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { BookingRecord } from '../bookings/domain/booking-record';
import { bookingTotals } from '../bookings/domain/totals';
import type { PropertyBody } from './property.model';
import type { EmbeddedReferences } from './references';

/**
 * The currency of totals if neither the booking nor its property nor its account has one. Amounts
 * then have two decimals.
 */
const FALLBACK_CURRENCY = 'USD';

/** The public record of a booking, with all parts. @param references the records to which the booking refers. */
export function presentBooking(booking: BookingPart, references: EmbeddedReferences): BookingRecord {
  const property = references.properties.get(booking.property_id);
  if (!property) throw new Error(`booking ${booking.id} refers to property ${booking.property_id}, which is not there`);
  const currency = effectiveCurrency(booking, references);
  return {
    id: booking.id,
    type: booking.type,
    is_block: booking.type === 'block',
    status: booking.status,
    property_id: booking.property_id,
    property: shortProperty(property),
    guest_id: booking.guest_id,
    guest: shortGuest(booking.guest_id, references),
    owner_id: booking.owner_id,
    quote_id: booking.quote_id ?? null,
    arrival: booking.arrival,
    departure: booking.departure,
    check_in: booking.check_in,
    check_in_end: booking.check_in_end,
    check_out: booking.check_out,
    adults: booking.adults,
    children: booking.children,
    infants: booking.infants,
    pets: booking.pets,
    title: booking.title,
    notes: booking.notes,
    booked_utc: instantOrBlank(booking.booked_utc),
    created_utc: instantOrBlank(booking.created_utc),
    updated_utc: instantOrBlank(booking.updated_utc),
    canceled_utc: booking.canceled_utc && formatInstant(booking.canceled_utc),
    pending_until_utc: booking.pending_until_utc && formatInstant(booking.pending_until_utc),
    cleaning_date: booking.cleaning_date && formatInstant(booking.cleaning_date),
    currency_code: currency,
    listing_site:
      booking.listing_site_id === null ? null : (references.listingSites.get(booking.listing_site_id)?.name ?? null),
    listing_site_id: booking.listing_site_id,
    platform_reservation_number: booking.channel?.platform_reservation_number ?? null,
    platform_email_address: booking.channel?.platform_email_address ?? null,
    cancellation_policy_description: booking.cancellation_policy_description,
    form_key: booking.form_key,
    agreements: booking.agreements.map(({ date, name, url }) => ({ date: formatInstant(date), name, url })),
    thread_ids: booking.thread_ids,
    ...bookingTotals(booking, currency ?? FALLBACK_CURRENCY),
    has_problem: booking.overbooked_nights.length > 0,
    overbooked_nights: booking.overbooked_nights,
    travel_insurance: booking.travel_insurance,
    discount_code: booking.discount_code ?? null,
    charges: booking.charges,
    broken_rules: booking.broken_rules ?? [],
    ...presentAnnotations(booking),
  };
}

/** The currency of a booking's totals. */
export function currencyOf(booking: BookingPart, references: EmbeddedReferences): string {
  return effectiveCurrency(booking, references) ?? FALLBACK_CURRENCY;
}

/** The currency of the booking, or else of its property, or else of its account. */
function effectiveCurrency(booking: BookingPart, { properties, account }: EmbeddedReferences): string | null {
  return booking.currency_code ?? properties.get(booking.property_id)?.currency_code ?? account?.currency_code ?? null;
}

export function shortProperty(
  property: Pick<PropertyBody, '_id' | 'name' | 'external_name' | 'internal_code' | 'public_url'>,
): Booking['property'] {
  const { _id, name, external_name, internal_code, public_url } = property;
  return { id: _id, name, external_name, internal_code, public_url };
}

export function shortGuest(
  guestId: number | null,
  references: EmbeddedReferences,
): NonNullable<Booking['guest']> | null {
  const guest = guestId === null ? undefined : references.guests.get(guestId);
  return guest ? { id: guest._id, first_name: guest.first_name, last_name: guest.last_name } : null;
}

/** A booking in a single read: with custom fields and door codes only on request. */
export function singleBooking(
  record: BookingRecord,
  doorCodes: BookingPart['door_codes'],
  parts: BookingParts,
): Booking {
  const { fields, ...booking } = record;
  return {
    ...booking,
    ...(parts.include_fields ? { fields } : {}),
    ...(parts.include_door_codes ? { door_codes: doorCodes } : {}),
  };
}

/** A booking in a list: with its stored currency, and with other parts only on request. */
export function listedBooking(record: BookingRecord, booking: BookingPart, parts: BookingParts): Booking {
  const { guest, charges, tags, agreements, cancellation_policy_description, ...listed } = singleBooking(
    record,
    booking.door_codes,
    parts,
  );
  return {
    ...listed,
    currency_code: booking.currency_code,
    ...(parts.include_guest ? { guest } : {}),
    ...(parts.include_charges ? { charges } : {}),
    ...(parts.include_tags ? { tags } : {}),
    ...(parts.include_agreements ? { agreements } : {}),
    ...(parts.include_cancellation_policy ? { cancellation_policy_description } : {}),
  };
}
