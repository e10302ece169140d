import type { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { findRecordsRoutes, knownIn } from '@keyhaven/service/references/find-records-routes';
import type { PricingStore } from '../store/pricing-store';
import { priceStay } from '../stays/price-stay';

/** The routes for other services, each with the function that answers it. */
export function internalRoutes(store: PricingStore): RouteHandlers<typeof pricingInternalContract> {
  return {
    priceStay: ({ body }) => priceStay(store, body),
    ...findRecordsRoutes({ season: knownIn(store.seasons, { is_deleted: false }) }),
  };
}
