import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { booleanQuery, id, idListInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { page } from '../shared/paging';
import { quoteStatuses } from './quote';
import { quoteCreation, quoteListQuery, quotePatch } from './quote-input';

/** A charge in answers of version 1. */
const legacyCharge = z.object({
  type: z.enum(['rent', 'discount', 'surcharge', 'tax']),
  description: z.string(),
  amount: z.number(),
  rate: z.number(),
  rateIsPercent: z.boolean(),
  position: z.int(),
  isTaxable: z.boolean(),
  isChannelManaged: z.boolean(),
  isCommissionAll: z.boolean(),
  isExpenseAll: z.boolean(),
  commissionAmount: z.number(),
  ownerAmount: z.number(),
  ownerCommissionPercent: z.number(),
  surchargeId: id.optional(),
  discountId: id.optional(),
  taxId: id.optional(),
});

/** A quote in answers of version 1: the same fields in camelCase. A preview has no id, times or payment form. */
export const legacyQuote = z.object({
  id: id.nullable(),
  name: z.string(),
  status: z.enum(quoteStatuses),
  bookingId: id.nullable(),
  propertyId: id,
  guestId: id.nullable(),
  arrival: calendarDate,
  departure: calendarDate,
  checkIn: timeOfDay.nullable(),
  checkOut: timeOfDay.nullable(),
  adults: z.int(),
  children: z.int(),
  infants: z.int(),
  pets: z.int(),
  notes: z.string().nullable(),
  listingSite: z.string().nullable(),
  listingSiteId: id.nullable(),
  discountCode: z.string().nullable(),
  holdDates: z.boolean(),
  expiresUtc: instant,
  currencyCode: z.string(),
  totalAmount: z.number(),
  securityDepositAmount: z.number().nullable(),
  paymentForm: z.string().nullable(),
  redirectAfterBookingUrl: z.string().nullable(),
  brokenRules: z.array(z.string()),
  createdUtc: instant.nullable(),
  updatedUtc: instant.nullable(),
  charges: z.array(legacyCharge),
});
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

const writable = quotePatch.pick({
  property_id: true,
  arrival: true,
  departure: true,
  check_in: true,
  check_out: true,
  expires_utc: true,
  adults: true,
  children: true,
  infants: true,
  pets: true,
  guest_id: true,
  notes: true,
  listing_site: true,
  listing_site_id: true,
  discount_code: true,
  redirect_after_booking_url: true,
  hold_dates: true,
  id: true,
  name: true,
  status: true,
  booking_id: true,
  currency_code: true,
  total_amount: true,
  security_deposit_amount: true,
  payment_form: true,
  broken_rules: true,
  created_utc: true,
  updated_utc: true,
  charges: true,
}).shape;

/**
 * The body of version 1: the fields of version 2 in camelCase, including those that only the server decides, because a
 * program may send back what it read.
 */
const legacyFields = z.object({
  propertyId: writable.property_id,
  arrival: writable.arrival,
  departure: writable.departure,
  checkIn: writable.check_in,
  checkOut: writable.check_out,
  expiresUtc: writable.expires_utc,
  adults: writable.adults,
  children: writable.children,
  infants: writable.infants,
  pets: writable.pets,
  guestId: writable.guest_id,
  notes: writable.notes,
  listingSite: writable.listing_site,
  listingSiteId: writable.listing_site_id,
  discountCode: writable.discount_code,
  redirectAfterBookingUrl: writable.redirect_after_booking_url,
  /** Used if the query has no createHoldBlock. */
  holdDates: writable.hold_dates,
  id: writable.id,
  name: writable.name,
  status: writable.status,
  bookingId: writable.booking_id,
  currencyCode: writable.currency_code,
  totalAmount: writable.total_amount,
  securityDepositAmount: writable.security_deposit_amount,
  paymentForm: writable.payment_form,
  brokenRules: writable.broken_rules,
  createdUtc: writable.created_utc,
  updatedUtc: writable.updated_utc,
  charges: writable.charges,
});

const { property_id, arrival, departure } = quoteCreation.shape;
export const legacyQuoteCreation = legacyFields.extend({ propertyId: property_id, arrival, departure });
export type LegacyQuoteCreation = z.output<typeof legacyQuoteCreation>;
export const legacyQuotePatch = legacyFields;
export type LegacyQuotePatch = z.output<typeof legacyQuotePatch>;

/** The options that version 1 takes in the query. */
export const legacyQuoteQuery = z.object({
  addCharges: booleanQuery.optional(),
  createHoldBlock: booleanQuery.optional(),
  skipRuleValidation: booleanQuery.optional(),
});
export type LegacyQuoteQuery = z.output<typeof legacyQuoteQuery>;
