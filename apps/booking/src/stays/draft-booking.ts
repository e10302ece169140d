import { randomBytes } from 'node:crypto';
import { plainBookingFields, type PlainBookingFields, withDefaults } from '@keyhaven/contracts/booking/writable-fields';
import { madeUp } from '@keyhaven/persistence/dry-run';
import type { Annotated } from '../annotations/domain/annotations';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { PropertyBody } from '../store/property.model';
import type { BookingReferences } from '../store/references';
import { copySettings } from './copy-settings';

/** The sent fields that a new booking stores. */
export type StayInput = Partial<PlainBookingFields> &
  Annotated &
  Pick<PlainBookingFields, 'property_id' | 'arrival' | 'departure'>;

/** A booking before the write that sets its timestamps and version. */
export type UnwrittenBooking = Omit<BookingPart, 'created_utc' | 'updated_utc' | 'booked_utc' | 'canceled_utc'> & {
  booked_utc?: Date;
  canceled_utc?: Date | null;
};

/**
 * Builds a new booking from the sent fields and from its property's check-in and check-out times, currency and
 * settings.
 */
export function draftBooking(
  id: number,
  type: BookingPart['type'],
  input: StayInput,
  property: PropertyBody,
  account: BookingReferences['account'],
): UnwrittenBooking {
  const stored = withDefaults(plainBookingFields, input, {
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
  });
  return {
    id,
    version: 0,
    // If the new booking is canceled, the write sets `canceled_utc`.
    ...(stored.status === 'canceled' ? {} : { canceled_utc: null }),
    pending_until_utc: null,
    type,
    ...stored,
    ...(input.tags ? { tags: input.tags } : {}),
    ...(input.fields ? { fields: input.fields } : {}),
    currency_code: property.currency_code,
    channel: null,
    cancellation_policy_description: null,
    form_key: madeUp(randomBytes(16).toString('hex')),
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
