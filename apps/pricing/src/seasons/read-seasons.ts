import type { ScopedListQuery } from '@keyhaven/contracts/pricing/operator-contract';
import type { SeasonListQuery } from '@keyhaven/contracts/pricing/public-contract';
import type { Season } from '@keyhaven/contracts/pricing/season';
import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { findScopedPeriods, getScopedPeriod } from '../periods/read-scoped-periods';
import type { PricingStore } from '../store/pricing-store';
import { presentSeason } from '../store/season.model';

/** Lists a page of the account's seasons, ordered by id. */
export async function listSeasons(
  store: PricingStore,
  scope: AccountScope,
  query: ScopedListQuery | SeasonListQuery,
  url: string,
): Promise<Page<Season>> {
  const found = await findScopedPeriods(store.seasons, scope, query);
  return buildPage(found.map(presentSeason), query, url, (record) => record);
}

/** Returns one season of the account. @throws ApiError not_found. */
export async function getSeason(
  store: PricingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: Season; version: number }> {
  const body = await getScopedPeriod(store.seasons, scope, id);
  return { record: presentSeason(body), version: body.version };
}
