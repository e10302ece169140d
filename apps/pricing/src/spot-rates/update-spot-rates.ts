import type { SpotRate, SpotRatesPatch } from '@keyhaven/contracts/pricing/spot-rate';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Page } from '@keyhaven/contracts/shared/paging';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import type { PricingStore } from '../pricing-store';
import { APPLY_SPOT_RATES } from './apply-spot-rates';
import { checkRates } from './check-rates';
import type { AcceptedRate, SpotRateRequestBody } from './spot-rate-request.model';
import { findSpotRates } from './find-spot-rates';

/**
 * Sets and clears what counts for single nights. The checked request is stored as one document, numbered, and then
 * applied; it is answered when all of it is.
 * @throws ApiError bad_request that names every bad rate; unavailable when it was accepted and not yet applied.
 */
export async function updateSpotRates(
  store: PricingStore,
  scope: AccountScope,
  patch: SpotRatesPatch,
): Promise<Page<SpotRate>> {
  const rates = await checkRates(store, scope, patch);
  const request = await store.requestTurns.take(String(scope.accountId), () => accept(store, scope, rates));
  const stored = await store.spotRateRequests.findOne(scope, { _id: request });
  // A request that a later one has outlived is gone, and applied.
  if (stored && !stored.is_applied) {
    throw new ApiError('unavailable', 'the rates were accepted and will be applied; not all of them are yet', {
      'Retry-After': '2',
    });
  }
  const items = await findSpotRates(store, scope, rates);
  return { items, limit: items.length, offset: 0, count: items.length, next_page_url: null };
}

/** Stores a request under the number behind the account's latest, and lets its step apply it. Answers its id. */
async function accept(store: PricingStore, scope: AccountScope, rates: AcceptedRate[]): Promise<number> {
  for (;;) {
    const [latest] = await store.spotRateRequests.find(
      scope,
      {},
      { limit: 1, orderBy: 'number', descending: true, without: ['rates'] },
    );
    const number = (latest?.number ?? 0) + 1;
    const request: SpotRateRequestBody = {
      _id: await store.ids.next('spot_rate_request'),
      user_id: scope.accountId,
      number,
      is_applied: false,
      rates,
    };
    try {
      await store.spotRateRequests.create(scope, () =>
        Promise.resolve({
          after: request,
          references: undefined,
          steps: [{ name: APPLY_SPOT_RATES, args: { number } }],
        }),
      );
      return request._id;
    } catch (error) {
      if (!isDuplicateKey(error) || !isDuplicateOf(error, 'number')) throw error;
    }
  }
}
