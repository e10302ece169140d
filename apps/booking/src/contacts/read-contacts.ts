import type { Contact } from '@keyhaven/contracts/booking/contact';
import type { ContactParts, GuestListQuery } from '@keyhaven/contracts/booking/contact-routes';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { BookingStore } from '../store/booking-store';
import { type ContactDocument, listedContact, liveContact, trimmedContact } from '../store/contact.model';
import type { ContactKind } from './contact-kind';
import { searchFilter } from './search-filter';

/**
 * Lists the account's contacts. If `q` contains no search term, for example only a dot, the list is
 * empty.
 */
export async function listContacts<Shown extends Contact>(
  kind: ContactKind<Shown>,
  store: BookingStore,
  scope: AccountScope,
  query: GuestListQuery,
  url: string,
): Promise<Page<Shown>> {
  const sought = query.q === undefined ? {} : searchFilter(query.q);
  if (!sought) return buildPage<Shown, Shown>([], query, url, (none) => none);
  const filter = {
    is_deleted: false,
    ...changedSince<ContactDocument>('updated_utc', query.since_utc),
    ...(query.created_since_utc ? { created_utc: { $gte: query.created_since_utc } } : {}),
    ...sought,
    ...pageFilter<ContactDocument>('_id', query),
  };
  const found = await kind.records(store).find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(kind.present), query, url, (record) => listedContact(record, query));
}

/** Returns one contact. @throws ApiError not_found. */
export async function getContact<Shown extends Contact>(
  kind: ContactKind<Shown>,
  store: BookingStore,
  scope: AccountScope,
  id: number,
  parts: ContactParts,
): Promise<{ record: Shown; version: number }> {
  const body = await kind.records(store).get(scope, liveContact(id));
  return { record: trimmedContact(kind.present(body), parts), version: body.version };
}
