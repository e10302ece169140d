import type { Quote } from '@keyhaven/contracts/booking/quote';
import type { QuoteListQuery, QuoteParts } from '@keyhaven/contracts/booking/quote-input';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, deletedFilter, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { QueryFilter } from 'mongoose';
import { findPropertiesByText } from '../properties/find-by-text';
import type { BookingStore } from '../store/booking-store';
import { loadEmbeddedReferences } from '../store/references';
import type { QuotedStayDocument } from '../store/stay.model';
import { withExplanation } from './explain-quote';
import { listedQuote, singleQuote } from '../store/present-quote';

/** Lists the account's quotes, ordered by id. */
export async function listQuotes(
  store: BookingStore,
  scope: AccountScope,
  query: QuoteListQuery,
  url: string,
): Promise<Page<Quote>> {
  const now = new Date();
  const properties = namedProperties(query);
  const byText = await findPropertiesByText(store, scope, 'property_q', query.property_q);
  const filter = genericFilter<QuotedStayDocument>({
    $and: [
      { 'quote.id': { $exists: true } },
      deletedFilter<QuotedStayDocument>('quote.deleted_utc', query.include_deleted === true),
      properties ? { 'quote.property_id': { $in: properties } } : {},
      byText ? { 'quote.property_id': { $in: byText } } : {},
      statusFilter(query.status, now),
      // `from` selects departures on or after a date, `to` selects arrivals on or before a date.
      query.from === undefined ? {} : { 'quote.departure': { $gte: query.from } },
      query.to === undefined ? {} : { 'quote.arrival': { $lte: query.to } },
      changedSince<QuotedStayDocument>('quote.updated_utc', query.since_utc),
      query.created_since_utc ? { 'quote.created_utc': { $gte: query.created_since_utc } } : {},
      pageFilter<QuotedStayDocument>('quote.id', query),
    ],
  });
  const found = await store.quotes.find(scope, filter, {
    limit: query.limit + 1,
    skip: pageSkip(query),
    orderBy: 'quote.id',
    without: ['quote.explanation', 'booking.fields', 'booking.charges', 'booking.door_codes'],
  });
  const references = await loadEmbeddedReferences(
    store,
    scope,
    found.map(({ quote }) => quote),
    { withGuests: query.include_guest === true },
  );
  const items = found.map((stay) => listedQuote(stay, references, store.settings.publicUrl, now, query));
  return buildPage(items, query, url, (record): Quote => record);
}

/** Returns one quote, with its explanation on request. @throws ApiError not_found. */
export async function getQuote(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  parts: QuoteParts,
): Promise<{ record: Quote; version: number }> {
  const stay = await store.quotes.get(scope, liveQuote(id));
  const references = await loadEmbeddedReferences(store, scope, [stay.quote], { withGuests: true });
  const record = singleQuote(stay, references, store.settings.publicUrl, parts);
  return { record: await withExplanation(store, scope, record, stay.quote, parts), version: stay.quote.version };
}

/** Matches the quote with this id, unless it was deleted. */
export function liveQuote(id: number): QueryFilter<QuotedStayDocument> {
  return { 'quote.id': id, 'quote.is_deleted': false };
}

/** Matches quotes with a status. From `expires_utc` on, the stored status `open` means expired. */
function statusFilter(status: QuoteListQuery['status'], now: Date): object {
  if (status === undefined) return {};
  const over = { 'quote.state': 'open', 'quote.expires_utc': { $lte: now } };
  if (status === 'open') return { 'quote.state': 'open', 'quote.expires_utc': { $gt: now } };
  if (status === 'expired') return { $or: [{ 'quote.state': 'expired' }, over] };
  return { 'quote.state': status };
}
