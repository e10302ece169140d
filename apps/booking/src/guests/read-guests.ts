import type { Guest } from '@keyhaven/contracts/booking/guest';
import type { GuestListQuery } from '@keyhaven/contracts/booking/public-contract';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { BookingStore } from '../store/booking-store';
import { type GuestDocument, liveGuest, presentGuest } from '../store/guest.model';
import { queryTerms } from './domain/search-terms';

/** A page of the account's guests. A q without any term, such as a dot, finds no guests, not all of them. */
export async function listGuests(
  store: BookingStore,
  scope: AccountScope,
  query: GuestListQuery,
  url: string,
): Promise<Page<Guest>> {
  const beginnings = query.q === undefined ? [] : queryTerms(query.q);
  if (query.q !== undefined && beginnings.length === 0) return buildPage<Guest, Guest>([], query, url, (none) => none);
  const conditions = beginnings.map((term) => ({ search_terms: { $elemMatch: { $gte: term, $lt: `${term}\uffff` } } }));
  const filter = {
    is_deleted: false,
    ...changedSince<GuestDocument>('updated_utc', query.since_utc),
    ...(query.created_since_utc ? { created_utc: { $gte: query.created_since_utc } } : {}),
    ...(conditions.length > 0 ? { $and: conditions } : {}),
    ...pageFilter<GuestDocument>('_id', query),
  };
  const found = await store.guests.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(presentGuest), query, url, (record) => record);
}

/** One guest of the account. @throws ApiError not_found. */
export async function getGuest(
  store: BookingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: Guest; version: number }> {
  const body = await store.guests.get(scope, liveGuest(id));
  return { record: presentGuest(body), version: body.version };
}
