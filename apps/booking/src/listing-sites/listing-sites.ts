import type { ListingSite, listingSiteCreation, listingSitePatch } from '@keyhaven/contracts/booking/listing-site';
import type { ListingSiteListQuery } from '@keyhaven/contracts/booking/public-contract';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { activeFilter, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { z } from 'zod';
import type { BookingStore } from '../store/booking-store';
import { type ListingSiteDocument, presentListingSite } from '../store/listing-site.model';

/** Lists the account's listing sites. By default only active ones. */
export async function listListingSites(
  store: BookingStore,
  scope: AccountScope,
  query: ListingSiteListQuery,
  url: string,
): Promise<Page<ListingSite>> {
  const filter = {
    ...activeFilter(query.active),
    ...pageFilter<ListingSiteDocument>('_id', query),
  };
  const found = await store.listingSites.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(presentListingSite), query, url, (record) => record);
}

/** @throws ApiError not_found. */
export async function getListingSite(
  store: BookingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: ListingSite; version: number }> {
  const body = await store.listingSites.get(scope, { _id: id });
  return { record: presentListingSite(body), version: body.version };
}

export async function createListingSite(
  store: BookingStore,
  scope: AccountScope,
  input: z.output<typeof listingSiteCreation>,
): Promise<{ record: ListingSite; version: number }> {
  const { record } = await store.listingSites.create(scope, async () => {
    const id = await store.ids.next('listing_site');
    const after = {
      active: true,
      ...input,
      _id: id,
      user_id: scope.accountId,
      version: 0,
    };
    return { after };
  });
  return { record, version: FIRST_VERSION };
}

export async function updateListingSite(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  patch: z.output<typeof listingSitePatch>,
): Promise<{ record: ListingSite; version: number }> {
  const body = await store.listingSites.update(scope, { _id: id }, (before) =>
    Promise.resolve({ after: { ...before, ...patch } }),
  );
  return { record: presentListingSite(body), version: body.version };
}
