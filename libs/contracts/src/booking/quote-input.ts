import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { booleanQuery, wordInput } from '../shared/inputs';
import { sinceInput } from '../shared/instants';
import { changedSinceQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { echoesOf } from '../shared/server-decided';
import { quoteStatuses } from './quote';
import { writableQuoteFields } from './writable-fields';

/** Fields that only the server decides; a body may contain them with their current values. */
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
  .extend(echoes.shape);
export type QuoteCreation = z.output<typeof quoteCreation>;
export const quotePatch = writableQuoteFields.partial().extend(echoes.shape);
export type QuotePatch = z.output<typeof quotePatch>;

export const quoteParts = z.object({
  include_charges: booleanQuery.optional(),
  include_guest: booleanQuery.optional(),
  include_tags: booleanQuery.optional(),
  include_explanation: booleanQuery.optional(),
});
export type QuoteParts = z.output<typeof quoteParts>;

export const quoteListQuery = changedSinceQuery.extend({
  ...quoteParts.omit({ include_explanation: true }).shape,
  ...propertyFilter,
  status: wordInput(quoteStatuses).optional(),
  /** As for bookings: departure on or after, and arrival on or before. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  created_since_utc: sinceInput.optional(),
  include_deleted: booleanQuery.optional(),
});
export type QuoteListQuery = z.output<typeof quoteListQuery>;
