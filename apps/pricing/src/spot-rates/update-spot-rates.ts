import type { SpotRate, SpotRatesPatch } from '@keyhaven/contracts/pricing/spot-rate';
import type { Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { outcomeUnknown } from '@keyhaven/persistence/request-progress';
import type { PricingStore } from '../store/pricing-store';
import { type AcceptedRequest, acceptRates } from './accept-rates';
import { checkRates } from './check-rates';

/**
 * Sets and clears the spot rates of nights. The checked request is stored as one numbered document and then applied; the
 * answer comes after all of it is applied.
 * @throws ApiError bad_request that names every bad rate; gateway_timeout when it was accepted but is not applied yet.
 */
export async function updateSpotRates(
  store: PricingStore,
  scope: AccountScope,
  patch: SpotRatesPatch,
): Promise<Page<SpotRate>> {
  const earlier = await store.spotRateRequests.findEarlier(scope);
  const { number, nights: items } =
    (earlier?.answer as AcceptedRequest | undefined) ?? (await checkAndAccept(store, scope, patch));
  const latest = await store.spotRateRequests.get(scope, { _id: scope.accountId });
  // A later request replaces it only after it is applied.
  if (latest.number === number && !latest.is_applied) {
    throw outcomeUnknown('the rates were accepted and will be applied, but not all of them are applied yet');
  }
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
