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

export const bookingProperty = z
  .object({
    id: id.describe('Id of the property.'),
    name: z.string().describe('Name of the property.'),
    external_name: z.string().nullable().describe('Name for guests.'),
    internal_code: z.string().nullable().describe("The host's own code for the property."),
    public_url: z.string().nullable().describe('Address of the public page of the property.'),
  })
  .meta({ id: 'PropertySummary', description: 'The property of a booking or quote, in short.' });

export const bookingGuest = z
  .object({
    id: id.describe('Id of the guest.'),
    first_name: z.string().describe('First name; blank if it is not known.'),
    last_name: z.string().describe('Last name; blank if it is not known.'),
  })
  .meta({ id: 'GuestSummary', description: 'The guest of a booking or quote, in short.' });

export const agreement = z
  .object({
    date: instant.describe('When the guest agreed.'),
    name: z.string().describe('Name of the agreement, such as "House rules".'),
    url: z.string().describe('Address of its text.'),
  })
  .meta({ id: 'Agreement', description: 'An agreement that the guest has accepted.' });
export const travelInsurance = z
  .object({
    can_purchase: z.boolean().describe('Whether the guest can buy the insurance.'),
    is_purchased: z.boolean().describe('Whether the guest has bought it.'),
    purchase_url: z.string().optional().describe('Where to buy it. Only if the operator recorded an address.'),
  })
  .meta({ id: 'TravelInsurance', description: 'The offer of a travel insurance for a booking.' });
export const overbookedNight = z
  .object({
    date: calendarDate.describe('The night.'),
    booking_ids: z.array(id).describe('The other bookings that have it.'),
  })
  .meta({ id: 'OverbookedNight', description: 'A night of a booking that other bookings have too.' });
export const doorCode = z
  .object({
    code: z.string().describe('The code that opens the locks.'),
    lock_names: z.array(z.string()).describe('The locks that it opens.'),
  })
  .meta({ id: 'DoorCode', description: 'A code for doors of the property during a stay.' });

export const booking = z
  .object({
    id: id.describe('Id of the booking.'),
    type: z
      .enum(bookingTypes)
      .describe(
        '`booking`: a stay of a guest. `block`: nights without a guest that are unavailable. `quote_hold`: nights that a ' +
          "quote holds. `linked_availability`: nights that are taken at a linked property. `owner`: an owner's own stay.",
      ),
    is_block: z.boolean().describe('Whether `type` is `block`.'),
    status: z
      .enum(bookingStatuses)
      .describe('`active`: in force. `pending`: not confirmed yet; its nights are taken. `canceled`: takes no nights.'),
    property_id: id.describe('Property of the stay.'),
    property: bookingProperty.describe('The property in short.'),
    guest_id: id
      .nullable()
      .describe('Guest of the stay; the contact of an owner booking. Null for blocks, and if the guest is not known.'),
    guest: bookingGuest
      .nullable()
      .optional()
      .describe('The guest in short; null without one. On lists only with `include_guest`.'),
    owner_id: id
      .nullable()
      .describe(
        'Owner of the property, from `v2/owners`, as it was when the booking was made or moved. Null on accounts that do not manage properties for owners.',
      ),
    quote_id: id.nullable().describe('The quote that became this booking, or that holds its nights.'),
    arrival: calendarDate.describe('Day of arrival at the property, `yyyy-mm-dd`. It is also the first night.'),
    departure: calendarDate.meta({
      example: '2026-07-08',
      description: 'Day of departure, `yyyy-mm-dd`. The last night is the one before.',
    }),
    check_in: timeOfDay.nullable().describe('Earliest time of arrival at the property, `HH:mm`.'),
    check_in_end: timeOfDay.nullable().describe('Latest time of arrival at the property, `HH:mm`.'),
    check_out: timeOfDay.nullable().describe('Latest time of departure at the property, `HH:mm`.'),
    adults: z.int().describe('Number of adults.'),
    children: z.int().describe('Number of children. Adults and children count as guests.'),
    infants: z.int().describe('Number of infants, who do not count as guests.'),
    pets: z.int().describe('Number of pets.'),
    title: z.string().nullable().describe('Title of the booking.'),
    notes: z.string().nullable().describe("The host's notes."),
    booked_utc: instant.describe(
      'When the stay was booked. Not always `created_utc`: the stay may be from another system, or made from a hold.',
    ),
    created_utc: instant.describe('When the record was created.'),
    updated_utc: instant.describe(
      'When the record last changed, including totals and `thread_ids`. A renamed guest or property is no change.',
    ),
    canceled_utc: instant.nullable().describe('When the booking was canceled; null unless it is.'),
    pending_until_utc: instant
      .nullable()
      .describe('When a pending booking that is not paid in time is canceled. Null: never, or not pending.'),
    cleaning_date: instant.nullable().describe('When the property is cleaned for this stay.'),
    currency_code: z
      .string()
      .nullable()
      .describe(
        "Currency of all amounts, ISO 4217. Lists show the booking's own; single reads fall back to that of the property, " +
          'then of the account.',
      ),
    listing_site: z.string().nullable().describe('Name of the listing site. Null for bookings entered by hand.'),
    listing_site_id: id.nullable().describe('Id of the listing site, from `v2/listing_sites`.'),
    platform_reservation_number: z
      .string()
      .nullable()
      .describe('The reservation number of the channel. Null unless a channel manages the booking.'),
    platform_email_address: z
      .string()
      .nullable()
      .describe("The channel's e-mail address for the guest. Null unless a channel manages the booking."),
    cancellation_policy_description: z
      .string()
      .nullable()
      .optional()
      .describe('The cancellation policy in words. On lists only with `include_cancellation_policy`.'),
    form_key: z.string().describe('A random key of the booking, which never changes.'),
    agreements: z
      .array(agreement)
      .optional()
      .describe('What the guest has agreed to. On lists only with `include_agreements`.'),
    thread_ids: z.array(id).describe('Message threads of the booking, for `thread_id` of `v2/messages`.'),
    total_amount: z.number().describe('Sum of all charges in `currency_code`, with taxes.'),
    total_host_fees: z.number().describe('Sum of the completed fees of the booking (`v2/fees`) in its currency.'),
    total_paid: z
      .number()
      .describe('Sum of the completed payments, before refunds and fees, without security deposits.'),
    total_refunded: z.number().describe('Sum of the completed refunds, without security deposits.'),
    total_owed: z
      .number()
      .describe(
        '`total_amount` minus taxes that the channel remits, minus `total_paid`, plus `total_refunded`. For a canceled ' +
          'booking, the amount that is retained takes the place of the charges. If negative, a refund is due.',
      ),
    has_problem: z.boolean().describe('Whether a channel sold nights of this booking that other bookings had already.'),
    overbooked_nights: z.array(overbookedNight).describe('The nights that other bookings have too. Usually empty.'),
    travel_insurance: travelInsurance.describe('The offer of a travel insurance.'),
    discount_code: z.string().nullable().describe('The discount code with which the charges were computed.'),
    charges: z
      .array(charge)
      .optional()
      .describe('The charges, ordered by `position`. On lists only with `include_charges`.'),
    broken_rules: z
      .array(z.string())
      .describe('Rules of the property that the stay breaks, in words. They were skipped by `ignore_rules`.'),
    tags: z.array(z.string()).optional().describe('Names of the tags. On lists only with `include_tags`.'),
    fields: z.array(customField).optional().describe('Custom field values. Only with `include_fields`.'),
    door_codes: z.array(doorCode).optional().describe('Door codes. Only with `include_door_codes`.'),
  })
  .meta({ id: 'Booking', description: 'Nights of a property that are taken: a stay, a block, or a hold.' });
export type Booking = z.infer<typeof booking>;
