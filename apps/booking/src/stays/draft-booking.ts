import { randomBytes } from 'node:crypto';
import {
  storedBookingFields,
  type StoredBookingFields,
  withDefaults,
} from '@keyhaven/contracts/booking/writable-fields';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { PropertyBody } from '../store/property.model';
import type { BookingReferences } from '../store/references';
import { copySettings } from './copy-settings';

/** The stored fields of a new booking, as far as they were sent. */
export type StayInput = Partial<StoredBookingFields> &
  Pick<StoredBookingFields, 'property_id' | 'arrival' | 'departure'>;

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
  const stored = withDefaults(storedBookingFields, input, {
    status: 'active',
    guest_id: null,
    listing_site_id: null,
    check_in: property.check_in,
    check_in_end: property.check_in_end,
    check_out: property.check_out,
    adults: 0,
    children: 0,
    infants: 0,
    pets: 0,
    title: null,
    notes: null,
    cleaning_date: null,
    tags: [],
    fields: [],
  });
  return {
    id,
    version: 0,
    // The write sets the time of a booking that is canceled from the start.
    ...(stored.status === 'canceled' ? {} : { canceled_utc: null }),
    pending_until_utc: null,
    type,
    ...stored,
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
    thread_ids: [],
    totals: { paid: 0, refunded: 0, host_fees: 0 },
    retained_amount: null,
    overbooked_nights: [],
    ...copySettings(property, account),
  };
}
