import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';
import { charge } from './charge';
import { customField } from './custom-fields';

export const bookingTypes = ['booking', 'block', 'quote_hold', 'linked_availability', 'owner'] as const;
export type BookingType = (typeof bookingTypes)[number];
export const bookingStatuses = ['active', 'canceled', 'pending'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** A summary of the booking's property. */
export const bookingProperty = z.object({
  id,
  name: z.string(),
  external_name: z.string().nullable(),
  internal_code: z.string().nullable(),
  public_url: z.string().nullable(),
});

/** A summary of the booking's guest. */
export const bookingGuest = z.object({ id, first_name: z.string(), last_name: z.string() });

export const agreement = z.object({ date: instant, name: z.string(), url: z.string() });
export const travelInsurance = z.object({
  can_purchase: z.boolean(),
  is_purchased: z.boolean(),
  purchase_url: z.string().optional(),
});
/** A night that other bookings also occupy, and their ids. */
export const overbookedNight = z.object({ date: calendarDate, booking_ids: z.array(id) });
export const doorCode = z.object({ code: z.string(), lock_names: z.array(z.string()) });

/**
 * A booking of any type. Fields that lists return only on request are optional: guest, charges, tags, agreements and
 * the cancellation policy. Custom fields and door codes are returned only on request everywhere.
 */
export const booking = z.object({
  id,
  type: z.enum(bookingTypes),
  is_block: z.boolean(),
  status: z.enum(bookingStatuses),
  property_id: id,
  property: bookingProperty,
  guest_id: id.nullable(),
  guest: bookingGuest.nullable().optional(),
  owner_id: id.nullable(),
  quote_id: id.nullable(),
  arrival: calendarDate,
  departure: calendarDate,
  check_in: timeOfDay.nullable(),
  check_in_end: timeOfDay.nullable(),
  check_out: timeOfDay.nullable(),
  adults: z.int(),
  children: z.int(),
  infants: z.int(),
  pets: z.int(),
  title: z.string().nullable(),
  notes: z.string().nullable(),
  booked_utc: instant,
  created_utc: instant,
  updated_utc: instant,
  canceled_utc: instant.nullable(),
  pending_until_utc: instant.nullable(),
  cleaning_date: instant.nullable(),
  currency_code: z.string().nullable(),
  listing_site: z.string().nullable(),
  listing_site_id: id.nullable(),
  platform_reservation_number: z.string().nullable(),
  platform_email_address: z.string().nullable(),
  cancellation_policy_description: z.string().nullable().optional(),
  form_key: z.string(),
  agreements: z.array(agreement).optional(),
  thread_ids: z.array(id),
  total_amount: z.number(),
  total_host_fees: z.number(),
  total_paid: z.number(),
  total_refunded: z.number(),
  total_owed: z.number(),
  /** Whether nights are overbooked: the channel sold them although another booking had them. */
  has_problem: z.boolean(),
  overbooked_nights: z.array(overbookedNight),
  travel_insurance: travelInsurance,
  /** The discount code that the charges were calculated with. */
  discount_code: z.string().nullable(),
  charges: z.array(charge).optional(),
  /** The rules of the property that the stay breaks and that `ignore_rules` skipped. */
  broken_rules: z.array(z.string()),
  tags: z.array(z.string()).optional(),
  fields: z.array(customField).optional(),
  door_codes: z.array(doorCode).optional(),
});
export type Booking = z.infer<typeof booking>;
