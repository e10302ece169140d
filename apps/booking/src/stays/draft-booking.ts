import { randomBytes } from 'node:crypto';
import type { BookingCreation } from '@keyhaven/contracts/booking/booking-input';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { PropertyBody } from '../store/property.model';
import type { BookingReferences } from '../store/references';
import { copySettings } from './copy-settings';

/** The fields of a booking that every writer may send. */
export type StayInput = Pick<
  BookingCreation,
  | 'property_id'
  | 'arrival'
  | 'departure'
  | 'guest_id'
  | 'listing_site_id'
  | 'adults'
  | 'children'
  | 'infants'
  | 'pets'
  | 'title'
  | 'notes'
  | 'check_in'
  | 'check_in_end'
  | 'check_out'
  | 'cleaning_date'
  | 'tags'
  | 'fields'
  | 'status'
>;

/** A booking before its write, which sets the times and the version. */
export type UnwrittenBooking = Omit<BookingPart, 'created_utc' | 'updated_utc' | 'booked_utc' | 'canceled_utc'> & {
  booked_utc?: Date;
  canceled_utc?: Date | null;
};

/**
 * A new booking: the sent fields, and the property's times, currency and settings (specification, Bookings, rule 6).
 */
export function draftBooking(
  id: number,
  type: BookingPart['type'],
  input: StayInput,
  property: PropertyBody,
  account: BookingReferences['account'],
): UnwrittenBooking {
  const status = input.status ?? 'active';
  return {
    id,
    version: 0,
    // The write sets the time of a booking that is canceled from the start.
    ...(status === 'canceled' ? {} : { canceled_utc: null }),
    pending_until_utc: null,
    type,
    status,
    property_id: input.property_id,
    guest_id: input.guest_id ?? null,
    listing_site_id: input.listing_site_id ?? null,
    arrival: input.arrival,
    departure: input.departure,
    check_in: input.check_in ?? property.check_in,
    check_in_end: input.check_in_end ?? property.check_in_end,
    check_out: input.check_out ?? property.check_out,
    adults: input.adults ?? 0,
    children: input.children ?? 0,
    infants: input.infants ?? 0,
    pets: input.pets ?? 0,
    title: input.title ?? null,
    notes: input.notes ?? null,
    cleaning_date: input.cleaning_date ?? null,
    currency_code: property.currency_code,
    channel: null,
    cancellation_policy_description: null,
    form_key: randomBytes(16).toString('hex'),
    agreements: [],
    travel_insurance: { can_purchase: false, is_purchased: false },
    door_codes: [],
    charges: [],
    contained_taxes: [],
    broken_rules: [],
    tags: input.tags ?? [],
    fields: input.fields ?? [],
    thread_ids: [],
    totals: { paid: 0, refunded: 0, host_fees: 0 },
    retained_amount: null,
    overbooked_nights: [],
    ...copySettings(property, account),
  };
}
