import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';
import { bookingGuest, bookingProperty } from './booking';
import { charge, containedTax } from './charge';

export const quoteStatuses = ['open', 'accepted', 'expired', 'preempted'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/**
 * Why charges are as they are: the price of each night and how each charge was computed, as it was when they were made,
 * and for every definition of the account that made none the reason.
 */
export const quoteExplanation = z.object({
  /** When the charges were made; null when none were. */
  made_utc: instant.nullable(),
  nights: z.array(z.object({ date: calendarDate, rent: z.number(), adjuster_ids: z.array(id), amount: z.number() })),
  /** Rate adjusters that changed the price of nights: they make no line of their own. */
  adjusters: z.array(
    z.object({ surcharge_id: id, description: z.string(), change: z.string(), nights: z.int().min(1) }),
  ),
  charges: z.array(z.object({ position: z.int().min(0), computation: z.string() })),
  /**
   * First the definitions that the charges were made with, as they were then; behind them those that were inactive, for
   * other properties alone or not there yet, as they are now, deleted ones excepted. Each part has surcharges, discounts
   * and taxes of the property, in the order in which their lines would be shown.
   */
  left_out: z.array(
    z.object({
      surcharge_id: id.optional(),
      discount_id: id.optional(),
      tax_id: id.optional(),
      description: z.string(),
      /** The field of the definition that decided. */
      field: z.string(),
      reason: z.string(),
    }),
  ),
  /** Taxes that prices contain already: they make no line. */
  contained_taxes: z.array(containedTax.extend({ computation: z.string() })),
  /**
   * Whether `left_out` has all of them. While the fees service cannot be asked it has those that the charges were made
   * with, and this is false; so it is on quotes without `made_utc` that have charges.
   */
  is_complete: z.boolean(),
});
export type QuoteExplanation = z.infer<typeof quoteExplanation>;

/**
 * An offer of a stay at a price that holds until it expires. Parts that lists answer only on request are optional.
 * A test quote (`test: true`) is the same record without what only a stored one has: its id, its times and its payment
 * form are null.
 */
export const quote = z.object({
  id: id.nullable(),
  /** The property and the dates, for lists that people choose from. */
  name: z.string(),
  status: z.enum(quoteStatuses),
  /** The booking that it became; null until it is accepted. */
  booking_id: id.nullable(),
  property_id: id,
  property: bookingProperty,
  guest_id: id.nullable(),
  guest: bookingGuest.nullable().optional(),
  arrival: calendarDate,
  departure: calendarDate,
  check_in: timeOfDay.nullable(),
  check_out: timeOfDay.nullable(),
  adults: z.int(),
  children: z.int(),
  infants: z.int(),
  pets: z.int(),
  notes: z.string().nullable(),
  listing_site: z.string().nullable(),
  listing_site_id: id.nullable(),
  discount_code: z.string().nullable(),
  hold_dates: z.boolean(),
  expires_utc: instant,
  currency_code: z.string(),
  total_amount: z.number(),
  /** Beside the total, never in it; null when the property asks for none. */
  security_deposit_amount: z.number().nullable(),
  payment_form: z.string().nullable(),
  redirect_after_booking_url: z.string().nullable(),
  /** The rules of the property that the stay breaks, where `ignore_rules` let it pass. */
  broken_rules: z.array(z.string()),
  created_utc: instant.nullable(),
  updated_utc: instant.nullable(),
  charges: z.array(charge).optional(),
  tags: z.array(z.string()).optional(),
  explanation: quoteExplanation.optional(),
  deleted_utc: instant.optional(),
});
export type Quote = z.infer<typeof quote>;
