import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';
import { bookingGuest, bookingProperty } from './booking';
import { charge, containedTax } from './charge';
import { customField } from './custom-fields';

export const quoteStatuses = ['open', 'accepted', 'expired', 'preempted'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

const explainedNight = z.object({
  date: calendarDate.describe('The night.'),
  rent: z.number().describe('The spot rate, or the rate of the season or the property.'),
  adjuster_ids: z.array(id).describe('The rate adjusters (`v2/surcharges`) that changed the price of this night.'),
  amount: z.number().describe('The price after the adjusters, rounded.'),
});

const appliedAdjuster = z.object({
  surcharge_id: id.describe('Definition of the adjuster in `v2/surcharges`.'),
  description: z.string().describe('Description of the definition.'),
  change: z.string().describe('The change of a night\'s price in words, such as "+12.5 %".'),
  nights: z.int().min(1).describe('Number of nights whose price it changed.'),
});

const explainedCharge = z.object({
  position: z.int().min(0).describe('The `position` of the charge.'),
  computation: z.string().describe('How its amount was computed, in words and numbers.'),
});

const leftOutDefinition = z.object({
  surcharge_id: id.optional().describe('The definition, if it is a surcharge.'),
  discount_id: id.optional().describe('The definition, if it is a discount.'),
  tax_id: id.optional().describe('The definition, if it is a tax.'),
  description: z.string().describe('Description of the definition.'),
  field: z.string().describe('The field of the definition that decided this.'),
  reason: z.string().describe('Why the definition added no charge.'),
});

export const quoteExplanation = z
  .object({
    made_utc: instant.nullable().describe('When the charges were computed. Null if there are none.'),
    nights: z.array(explainedNight).describe('The price of each night.'),
    adjusters: z
      .array(appliedAdjuster)
      .describe('Rate adjusters that changed the price of nights. They add no charge of their own.'),
    charges: z.array(explainedCharge).describe('How each charge was computed.'),
    left_out: z
      .array(leftOutDefinition)
      .describe(
        'Definitions that added no charge. First those that were considered, as they were then; after them those that ' +
          'were inactive, added later or limited to other properties, as they are now. Both parts list surcharges, ' +
          'discounts and taxes in the order of their charges. Deleted definitions are not listed.',
      ),
    contained_taxes: z
      .array(
        containedTax.extend({
          computation: z.string().describe('How its amount was computed, in words and numbers.'),
        }),
      )
      .describe('Taxes that are included in the prices. They add no charge of their own.'),
    is_complete: z
      .boolean()
      .describe(
        'Whether `left_out` is complete. It has only the considered definitions while the fees service cannot be called.',
      ),
  })
  .meta({ id: 'QuoteExplanation', description: 'How the charges of a quote came about.' });
export type QuoteExplanation = z.infer<typeof quoteExplanation>;

export const quote = z
  .object({
    id: id.nullable().describe('Id of the quote. Null for a new test quote.'),
    name: z.string().describe('Title for lists: the property and the dates, such as "The Garden Room, 2–9 July 2027".'),
    status: z
      .enum(quoteStatuses)
      .describe(
        '`open`: can be accepted. `accepted`: became a booking. `expired`: `expires_utc` has passed. `preempted`: its ' +
          'nights were sold to another booking.',
      ),
    booking_id: id.nullable().describe('The booking that the quote became. Null until it is accepted.'),
    property_id: id.describe('Property of the stay.'),
    property: bookingProperty.describe('The property in short.'),
    guest_id: id.nullable().describe('Guest to whom the stay is offered. Null if the guest is not known yet.'),
    guest: bookingGuest
      .nullable()
      .optional()
      .describe('The guest in short; null without one. On lists only with `include_guest`.'),
    arrival: calendarDate.describe('Day of arrival at the property, `yyyy-mm-dd`. It is also the first night.'),
    departure: calendarDate.meta({
      example: '2026-07-08',
      description: 'Day of departure, `yyyy-mm-dd`. The last night is the one before.',
    }),
    check_in: timeOfDay.nullable().describe('Earliest time of arrival at the property, `HH:mm`.'),
    check_out: timeOfDay.nullable().describe('Latest time of departure at the property, `HH:mm`.'),
    adults: z.int().describe('Number of adults.'),
    children: z.int().describe('Number of children. Adults and children count as guests.'),
    infants: z.int().describe('Number of infants, who do not count as guests.'),
    pets: z.int().describe('Number of pets.'),
    notes: z.string().nullable().describe("The host's notes."),
    listing_site: z.string().nullable().describe('Name of the listing site.'),
    listing_site_id: id.nullable().describe('Id of the listing site, from `v2/listing_sites`.'),
    discount_code: z.string().nullable().describe('Code of the discount that the guest uses.'),
    hold_dates: z
      .boolean()
      .describe('Whether the nights are held, as a booking of type `quote_hold`, while the quote is open.'),
    expires_utc: instant.describe('When the offer ends. Never later than the end of the day of arrival.'),
    currency_code: z.string().describe('Currency of all amounts, ISO 4217.'),
    total_amount: z.number().describe('Sum of all charges in `currency_code`, with taxes, without the deposit.'),
    security_deposit_amount: z
      .number()
      .nullable()
      .describe('Security deposit, due in addition to the total. Null if the property asks for none.'),
    payment_form: z
      .string()
      .nullable()
      .describe(
        'Address of the page on which the guest can accept the quote. Everybody who knows it can. Null for a test quote.',
      ),
    redirect_after_booking_url: z
      .string()
      .nullable()
      .describe("Where the guest's browser goes after acceptance. Null: to the property's address, if it has one."),
    broken_rules: z
      .array(z.string())
      .describe('Rules of the property that the stay breaks, in words. They were skipped by `ignore_rules`.'),
    created_utc: instant.nullable().describe('When the quote was created. Null for a new test quote.'),
    updated_utc: instant.nullable().describe('When the quote last changed. Null for a new test quote.'),
    charges: z
      .array(charge)
      .optional()
      .describe('The charges, ordered by `position`. On lists only with `include_charges`.'),
    tags: z.array(z.string()).optional().describe('Names of the tags. On lists only with `include_tags`.'),
    fields: z.array(customField).optional().describe('Custom field values. Only with `include_fields`.'),
    explanation: quoteExplanation.optional().describe('How the charges came about. Only with `include_explanation`.'),
    deleted_utc: instant.optional().describe('When the quote was deleted. Only on lists with `include_deleted`.'),
  })
  .meta({ id: 'Quote', description: 'An offer of a stay at a price that stays the same until the offer expires.' });
export type Quote = z.infer<typeof quote>;
