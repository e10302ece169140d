import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';
import { bookingGuest, bookingProperty } from './booking';
import { charge, containedTax } from './charge';

export const quoteStatuses = ['open', 'accepted', 'expired', 'preempted'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/**
 * Explains charges: the price of each night and how each charge was calculated, as at the time of the calculation, and
 * for every definition of the account that made no charge the reason.
 */
export const quoteExplanation = z.object({
  /** When the charges were calculated; null if there are none. */
  made_utc: instant.nullable(),
  nights: z.array(z.object({ date: calendarDate, rent: z.number(), adjuster_ids: z.array(id), amount: z.number() })),
  /** Rate adjusters that changed the price of nights. They make no line of their own. */
  adjusters: z.array(
    z.object({ surcharge_id: id, description: z.string(), change: z.string(), nights: z.int().min(1) }),
  ),
  charges: z.array(z.object({ position: z.int().min(0), computation: z.string() })),
  /**
   * First the definitions that were inputs of the calculation, as they were then. After them, as they are now, those
   * that were inactive, apply only to other properties or did not exist yet; deleted ones are not listed. Each part has
   * surcharges, discounts and taxes of the property, in the order in which their lines would be shown.
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
  /** Taxes that are included in prices: they make no line. */
  contained_taxes: z.array(containedTax.extend({ computation: z.string() })),
  /**
   * Whether `left_out` is complete. While the fees service is unavailable, it has only the definitions that were inputs
   * of the calculation, and this is false; likewise for quotes with charges but without `made_utc`.
   */
  is_complete: z.boolean(),
});
export type QuoteExplanation = z.infer<typeof quoteExplanation>;

/**
 * An offer of a stay at a price that is valid until it expires. Fields that lists return only on request are optional.
 * A test quote (`test: true`) is the same record, with null for what only a stored quote has: id, times and payment
 * form.
 */
export const quote = z.object({
  id: id.nullable(),
  /** A title with the property and the dates, for lists to choose from. */
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
  /** In addition to the total, never part of it; null when the property asks for none. */
  security_deposit_amount: z.number().nullable(),
  payment_form: z.string().nullable(),
  redirect_after_booking_url: z.string().nullable(),
  /** The rules of the property that the stay breaks and that `ignore_rules` skipped. */
  broken_rules: z.array(z.string()),
  created_utc: instant.nullable(),
  updated_utc: instant.nullable(),
  charges: z.array(charge).optional(),
  tags: z.array(z.string()).optional(),
  explanation: quoteExplanation.optional(),
  deleted_utc: instant.optional(),
});
export type Quote = z.infer<typeof quote>;
