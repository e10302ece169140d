import type { feesInternalContract } from '@keyhaven/contracts/fees/internal-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { definitionsInBrief } from '../definitions/definitions-in-brief';
import { definitionsOfStay, definitionsOfStays } from '../definitions/definitions-of-stay';
import type { KnownTerms } from '../definitions/known-terms';
import type { FeesStore } from '../store/fees-store';

/** The routes for other services. Each is listed with the function that handles its requests. */
export function internalRoutes(store: FeesStore, known: KnownTerms): RouteHandlers<typeof feesInternalContract> {
  return {
    definitionsOfStay: ({ body }) => definitionsOfStay(store, known, body),
    definitionsOfStays: ({ body }) => definitionsOfStays(store, body),
    definitionsInBrief: ({ body }) => definitionsInBrief(store, body),
  };
}
