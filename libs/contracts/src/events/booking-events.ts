import { z } from 'zod';
import { eventType, deletable } from './event-type';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';
import { subscriptionTypes } from '../webhook/categories';
import { booking, bookingTypes } from '../booking/booking';
import { containedTax } from '../booking/charge';
import { guest } from '../booking/guest';
import { listingSite } from '../booking/listing-site';
import { owner } from '../booking/owner';
import { operatorProperty } from '../booking/property-input';
import { property } from '../booking/property';
import { quote } from '../booking/quote';

const privateOfBooking = z.object({
  source_booking_id: id
    .nullable()
    .describe('The booking from which this `linked_availability` record is derived. Null for other types.'),
  source_type: z.enum(bookingTypes).nullable().describe('The type of that booking.'),
  channel: z.string().nullable().describe('The channel that manages the booking. Null if none does.'),
  owner_commission_percent: z
    .number()
    .nullable()
    .describe("The manager's commission, copied from the property when the booking was made."),
  accounting: z
    .record(z.string(), z.string())
    .nullable()
    .describe('The ledger accounts by purpose, copied from the property when the booking was made.'),
  retained_amount: z
    .number()
    .nullable()
    .describe('What the operator keeps of a canceled booking. Null means the default.'),
  has_lapsed: z.boolean().describe('Whether it was canceled because it was not paid in time.'),
  canceled_utc: z.iso.datetime({ precision: 3 }).nullable().describe('When it was canceled, with milliseconds.'),
  contained_taxes: z.array(containedTax).describe('The taxes that its prices include.'),
  expires_utc: instant
    .nullable()
    .describe('When a hold, or a record derived from a hold, stops to occupy its nights. Null for other records.'),
});

const privateOfProperty = operatorProperty.pick({
  owner_commission_percent: true,
  accounting: true,
  payment_due_hours: true,
  payment_due_percent: true,
  security_deposit_amount: true,
  redirect_after_booking_url: true,
});

/** The types of events that the booking service publishes. */
export const bookingEvents = {
  booking: eventType({
    summary: 'Bookings of every type: blocks, holds of quotes and linked availability too. Door codes are left out.',
    entity: booking.omit({ door_codes: true }).required(),
    private: privateOfBooking,
    categories: subscriptionTypes.booking.categories,
  }),
  quote: eventType({
    summary: 'Quotes, with their stored status.',
    entity: deletable(quote.omit({ explanation: true, deleted_utc: true }).required().extend({ id })),
    categories: subscriptionTypes.quote.categories,
    isDeletable: true,
  }),
  property: eventType({
    summary: 'Properties.',
    entity: property.required(),
    private: privateOfProperty,
    categories: subscriptionTypes.property.categories,
  }),
  guest: eventType({ summary: 'Guests.', entity: deletable(guest.required()), isDeletable: true }),
  owner: eventType({ summary: 'Owners of properties.', entity: deletable(owner.required()), isDeletable: true }),
  listing_site: eventType({ summary: 'Sites on which properties are listed.', entity: listingSite }),
};
