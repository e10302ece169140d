import type { ScopedListQuery } from '@keyhaven/contracts/pricing/operator-contract';
import type { Holiday } from '@keyhaven/contracts/pricing/holiday';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { findScopedPeriods, getScopedPeriod } from '../periods/read-scoped-periods';
import type { PricingStore } from '../store/pricing-store';
import { presentHoliday } from '../store/holiday.model';

/** Lists a page of the account's holidays, ordered by id. */
export async function listHolidays(
  store: PricingStore,
  scope: AccountScope,
  query: ScopedListQuery,
  url: string,
): Promise<Page<Holiday>> {
  const found = await findScopedPeriods(store.holidays, scope, query);
  return buildPage(found.map(presentHoliday), query, url, (record) => record);
}

/** Returns one holiday of the account. @throws ApiError not_found. */
export async function getHoliday(
  store: PricingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: Holiday; version: number }> {
  const body = await getScopedPeriod(store.holidays, scope, id);
  return { record: presentHoliday(body), version: body.version };
}
