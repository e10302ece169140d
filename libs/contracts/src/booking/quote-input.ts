import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { booleanQuery, includedAnyway, wordInput } from '../shared/inputs';
import { sinceInput } from '../shared/instants';
import { changedSinceQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { echoesOf } from '../shared/server-decided';
import { propertyTextFilter } from './property-text-filter';
import { quoteStatuses } from './quote';
import { writableQuoteFields } from './writable-fields';

/**
 * Fields that only the server sets, each mapped to the reason in the error message. A body may
 * contain them with their current values.
 */
export const serverDecidedOfQuotes = {
  id: 'ids are assigned by the server',
  name: 'it is made of the property and the dates',
  status: 'it is decided by acceptance and expiry',
  booking_id: 'it is set when the quote is accepted',
  property: 'it is decided by property_id',
  guest: 'it is decided by guest_id',
  currency_code: 'it is decided by the property',
  total_amount: 'it is the sum of the charges',
  security_deposit_amount: 'it is decided by the property',
  payment_form: 'it is assigned by the server',
  broken_rules: 'they are found by the server',
  created_utc: 'it is set when the record is created',
  updated_utc: 'it is set with each change',
  deleted_utc: 'it is set when the quote is deleted',
  charges: 'they are made by generate_charges',
} as const;
const echoes = echoesOf(serverDecidedOfQuotes);

export const quoteCreation = writableQuoteFields
  .partial()
  .required({ property_id: true, arrival: true, departure: true })
  .extend(echoes.shape)
  .meta({ id: 'QuoteCreation', description: 'A new quote. Null counts as not sent.' });
export type QuoteCreation = z.output<typeof quoteCreation>;
export const quotePatch = writableQuoteFields
  .partial()
  .extend(echoes.shape)
  .meta({ id: 'QuotePatch', description: 'A change of a quote. Fields that are not sent stay as they are.' });
export type QuotePatch = z.output<typeof quotePatch>;

export const quoteParts = z.object({
  include_charges: booleanQuery.optional().describe('Whether the answer includes `charges`. Default false.'),
  include_guest: booleanQuery.optional().describe('Whether the answer includes `guest`. Default false.'),
  include_tags: booleanQuery.optional().describe('Whether the answer includes `tags`. Default false.'),
  include_fields: booleanQuery.optional().describe('Whether the answer includes custom field values. Default false.'),
  include_explanation: booleanQuery
    .optional()
    .describe('Whether the answer includes `explanation`: how each charge was computed. Default false.'),
});
/**
 * The query parameters of routes that return one quote. Their responses contain most optional parts even if the query
 * does not ask for them.
 */
export const oneQuoteParts = quoteParts.extend({
  include_charges: includedAnyway('charges'),
  include_guest: includedAnyway('guest'),
  include_tags: includedAnyway('tags'),
});
export type QuoteParts = z.output<typeof quoteParts>;

export const quoteListQuery = changedSinceQuery.extend({
  ...quoteParts.omit({ include_explanation: true }).shape,
  ...propertyFilter,
  ...propertyTextFilter,
  status: wordInput(quoteStatuses).optional().describe('Only quotes with this status.'),
  from: calendarDate.optional().describe('Only quotes whose departure is on or after this date, `yyyy-mm-dd`.'),
  to: calendarDate.optional().describe('Only quotes whose arrival is on or before this date, `yyyy-mm-dd`.'),
  created_since_utc: sinceInput
    .optional()
    .describe('Only quotes created at or after this time: ISO 8601, UTC unless it has an offset, or an HTTP date.'),
  include_deleted: booleanQuery
    .optional()
    .describe('Adds the quotes that were deleted in the last 90 days, with `deleted_utc`. Default false.'),
});
export type QuoteListQuery = z.output<typeof quoteListQuery>;
