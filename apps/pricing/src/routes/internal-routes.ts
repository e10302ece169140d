import type { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { findRecordsRoutes, knownIn } from '@keyhaven/service/references/find-records-routes';
import type { KnownSources } from '../nights/known-sources';
import type { PricingStore } from '../store/pricing-store';
import { priceStay, priceStays } from '../stays/price-stay';

/** The routes for other services. Each is listed with the function that handles its requests. */
export function internalRoutes(
  store: PricingStore,
  known: KnownSources,
): RouteHandlers<typeof pricingInternalContract> {
  return {
    priceStay: ({ body }) => priceStay(known, body),
    priceStays: ({ body }) => priceStays(store, body),
    ...findRecordsRoutes({ season: knownIn(store.seasons, { is_deleted: false }) }),
  };
}
