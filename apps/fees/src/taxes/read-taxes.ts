import type { TaxListQuery } from '@keyhaven/contracts/fees/operator-contract';
import type { Tax } from '@keyhaven/contracts/fees/tax';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { FeesStore } from '../store/fees-store';
import { presentTax, type TaxDocument } from '../store/tax.model';

/** Lists the account's taxes. */
export async function listTaxes(
  store: FeesStore,
  scope: AccountScope,
  query: TaxListQuery,
  url: string,
): Promise<Page<Tax>> {
  const properties = namedProperties(query);
  const filter = {
    is_deleted: false,
    ...(properties && { property_id: { $in: properties } }),
    ...changedSince<TaxDocument>('updated_utc', query.since_utc),
    ...pageFilter<TaxDocument>('_id', query),
  };
  const found = await store.taxes.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(presentTax), query, url, (record) => record);
}

/** Returns one tax. @throws ApiError not_found. */
export async function getTax(
  store: FeesStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: Tax; version: number }> {
  const body = await store.taxes.get(scope, { _id: id, is_deleted: false });
  return { record: presentTax(body), version: body.version };
}
