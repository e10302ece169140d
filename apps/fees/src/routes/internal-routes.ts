import type { feesInternalContract } from '@keyhaven/contracts/fees/internal-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { definitionsInBrief } from '../definitions/definitions-in-brief';
import { definitionsOfStay } from '../definitions/definitions-of-stay';
import type { FeesStore } from '../store/fees-store';

/** Routes for other services, each with the function that answers it. */
export function internalRoutes(store: FeesStore): RouteHandlers<typeof feesInternalContract> {
  return {
    definitionsOfStay: ({ body }) => definitionsOfStay(store, body),
    definitionsInBrief: ({ body }) => definitionsInBrief(store, body),
  };
}
