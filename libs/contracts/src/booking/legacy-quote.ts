import { z } from 'zod';
import { booleanQuery } from '../shared/inputs';
import { pageOfVersion1, parametersOfVersion1, shapeInVersion1 } from '../shared/version-1';
import { charge } from './charge';
import { quote, type Quote } from './quote';
import { quoteCreation, quoteListQuery, type QuotePatch, quotePatch } from './quote-input';

/** The quote fields of version 2, in snake_case, that version 1 also has, in camelCase. */
export const fieldsOfVersion1 = {
  id: true,
  name: true,
  status: true,
  booking_id: true,
  property_id: true,
  guest_id: true,
  arrival: true,
  departure: true,
  check_in: true,
  check_out: true,
  adults: true,
  children: true,
  infants: true,
  pets: true,
  notes: true,
  listing_site: true,
  listing_site_id: true,
  discount_code: true,
  hold_dates: true,
  expires_utc: true,
  currency_code: true,
  total_amount: true,
  security_deposit_amount: true,
  payment_form: true,
  redirect_after_booking_url: true,
  broken_rules: true,
  created_utc: true,
  updated_utc: true,
  charges: true,
} as const satisfies Partial<Record<keyof Quote & keyof QuotePatch, true>>;

/** A charge in responses of version 1. */
export const legacyCharge = z.object(shapeInVersion1(charge.shape)).meta({
  id: 'LegacyCharge',
  description: 'One line of the price of a stay, in the currency of its booking or quote.',
});

/** A quote in responses of version 1, with its charges. */
export const legacyQuote = z
  .object({
    ...shapeInVersion1({
      ...quote.pick(fieldsOfVersion1).shape,
      broken_rules: quote.shape.broken_rules.describe(
        'Rules of the property that the stay breaks, in words. They were skipped by `skipRuleValidation`.',
      ),
      charges: z.array(legacyCharge).describe('The charges, ordered by `position`.'),
    }),
  })
  .meta({
    id: 'LegacyQuote',
    description: 'An offer of a stay at a price that stays the same until the offer expires. A preview has no id.',
  });
export type LegacyQuote = z.infer<typeof legacyQuote>;

/** A page of quotes of version 1. */
export const legacyQuotePage = pageOfVersion1(legacyQuote);
export type LegacyQuotePage = z.infer<typeof legacyQuotePage>;

/** The query of the list in version 1: the parameters of version 2 that version 1 also has, under both names. */
export const legacyQuoteListQuery = z.object(
  parametersOfVersion1(
    quoteListQuery.omit({
      sinceUtc: true,
      include_charges: true,
      include_guest: true,
      include_tags: true,
      include_fields: true,
      include_deleted: true,
    }).shape,
  ),
);
export type LegacyQuoteListQuery = z.output<typeof legacyQuoteListQuery>;

/**
 * The body of version 1 for a change of a quote, and below for a new quote: the fields of version 2 in camelCase. It
 * may contain fields that only the server sets, because clients send back what they read. `holdDates` applies only if
 * the query has no createHoldBlock.
 */
export const legacyQuotePatch = z
  .object(shapeInVersion1(quotePatch.pick(fieldsOfVersion1).shape))
  .meta({ id: 'LegacyQuotePatch', description: 'A change of a quote. Fields that are not sent stay as they are.' });
export type LegacyQuotePatch = z.output<typeof legacyQuotePatch>;
export const legacyQuoteCreation = z
  .object(shapeInVersion1(quoteCreation.pick(fieldsOfVersion1).shape))
  .meta({ id: 'LegacyQuoteCreation', description: 'A new quote. Null counts as not sent.' });
export type LegacyQuoteCreation = z.output<typeof legacyQuoteCreation>;

/** Options that clients of version 1 send in the query. */
export const legacyQuoteQuery = z.object({
  addCharges: booleanQuery
    .optional()
    .describe('Whether to compute all charges. Default true on POST, false on PUT, which then keeps the charges.'),
  createHoldBlock: booleanQuery
    .optional()
    .describe('Whether the quote holds its nights. It takes precedence over `holdDates` in the body.'),
  skipRuleValidation: booleanQuery
    .optional()
    .describe(
      'Whether to skip the rules of the property. Taken nights and missing prices are still refused. Default false.',
    ),
});
export type LegacyQuoteQuery = z.output<typeof legacyQuoteQuery>;
