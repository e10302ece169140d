import type { SpotRate, SpotRatesPatch } from '@keyhaven/contracts/pricing/spot-rate';
import type { Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDryRun } from '@keyhaven/persistence/dry-run';
import { outcomeUnknown } from '@keyhaven/persistence/request-progress';
import type { PricingStore } from '../store/pricing-store';
import { type AcceptedRequest, acceptRates } from './accept-rates';
import { checkRates } from './check-rates';
import { planRates } from './plan-rates';

/**
 * Sets and clears the spot rates of nights. The validated request is stored as one numbered document and then applied.
 * The response is sent after all rates are applied.
 * @throws ApiError bad_request that lists the bad rates; gateway_timeout if the request was accepted but not all of its
 * rates are applied yet.
 */
export async function updateSpotRates(
  store: PricingStore,
  scope: AccountScope,
  patch: SpotRatesPatch,
): Promise<Page<SpotRate>> {
  if (isDryRun()) {
    // A dry run stores no request. A real request would first apply the previous one, so the result
    // includes the rates of the previous one.
    const rates = await checkRates(store, scope, patch);
    const latest = await store.spotRateRequests.findOne(scope, { _id: scope.accountId });
    const { nights } = await planRates(store, scope, rates, latest?.is_applied === false ? latest : undefined);
    return pageOf(nights);
  }
  const earlier = await store.spotRateRequests.findEarlier(scope);
  const { number, nights: items } =
    (earlier?.answer as AcceptedRequest | undefined) ?? (await checkAndAccept(store, scope, patch));
  const latest = await store.spotRateRequests.get(scope, { _id: scope.accountId });
  // A later request replaces this request only after this request was applied. So if the stored number is a different
  // one, this request was applied.
  if (latest.number === number && !latest.is_applied) {
    throw outcomeUnknown('the rates were accepted and will be applied, but not all of them are applied yet');
  }
  return pageOf(items);
}

function pageOf(items: SpotRate[]): Page<SpotRate> {
  return { items, limit: items.length, offset: 0, count: items.length, next_page_url: null };
}

async function checkAndAccept(
  store: PricingStore,
  scope: AccountScope,
  patch: SpotRatesPatch,
): Promise<AcceptedRequest> {
  const rates = await checkRates(store, scope, patch);
  return store.requestQueue.take(String(scope.accountId), () => acceptRates(store, scope, rates));
}
