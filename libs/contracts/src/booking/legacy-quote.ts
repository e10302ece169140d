import { z } from 'zod';
import { inCamelCase } from '../shared/camel-case';
import { booleanQuery, idListInput } from '../shared/inputs';
import { page } from '../shared/paging';
import { charge } from './charge';
import { quote, type Quote } from './quote';
import { quoteCreation, quoteListQuery, type QuotePatch, quotePatch } from './quote-input';

/** The fields of version 2 that version 1 has too, under their names in camelCase. */
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

/** A quote in answers of version 1, with its charges. A preview has no id, times or payment form. */
export const legacyQuote = z.object(
  inCamelCase({
    ...quote.pick(fieldsOfVersion1).shape,
    charges: z.array(z.object(inCamelCase(charge.shape))),
  }),
);
export type LegacyQuote = z.infer<typeof legacyQuote>;

/** A page of quotes of version 1. */
export const legacyQuotePage = page(legacyQuote)
  .omit({ next_page_url: true })
  .extend({ nextPageUrl: z.string().startsWith('/').nullable() });
export type LegacyQuotePage = z.infer<typeof legacyQuotePage>;

/** The filters of version 2; those by property also in camelCase. */
export const legacyQuoteListQuery = quoteListQuery
  .omit({ include_charges: true, include_guest: true, include_tags: true, include_deleted: true })
  .extend({ propertyIds: idListInput.optional(), propertyId: idListInput.optional() });
export type LegacyQuoteListQuery = z.output<typeof legacyQuoteListQuery>;

/**
 * The body of version 1: the fields of version 2 in camelCase, including those that only the server decides, because a
 * program may send back what it read. `holdDates` is used if the query has no createHoldBlock.
 */
export const legacyQuotePatch = z.object(inCamelCase(quotePatch.pick(fieldsOfVersion1).shape));
export type LegacyQuotePatch = z.output<typeof legacyQuotePatch>;
export const legacyQuoteCreation = z.object(inCamelCase(quoteCreation.pick(fieldsOfVersion1).shape));
export type LegacyQuoteCreation = z.output<typeof legacyQuoteCreation>;

/** The options that version 1 takes in the query. */
export const legacyQuoteQuery = z.object({
  addCharges: booleanQuery.optional(),
  createHoldBlock: booleanQuery.optional(),
  skipRuleValidation: booleanQuery.optional(),
});
export type LegacyQuoteQuery = z.output<typeof legacyQuoteQuery>;
