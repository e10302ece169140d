import type { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { publicScope } from '@keyhaven/service/scope-of';
import { createDefinition } from '../definitions/create-definition';
import { deleteDefinition } from '../definitions/delete-definition';
import { getLegacySurcharge } from '../definitions/legacy-surcharge';
import { getDefinition, listDefinitions } from '../definitions/read-definitions';
import { updateDefinition } from '../definitions/update-definition';
import type { FeesStore } from '../store/fees-store';

/** The routes for integrations. Each is listed with the function that handles its requests. */
export function publicRoutes(store: FeesStore): RouteHandlers<typeof feesPublicContract> {
  const { surcharges, discounts } = store;
  return {
    listSurcharges: ({ query, context }) => listDefinitions(surcharges, publicScope(context), query, context.url),
    getSurcharge: ({ params, context }) =>
      versioned(context, getDefinition(surcharges, publicScope(context), params.id)),
    createSurcharge: ({ body, context }) =>
      versioned(context, createDefinition(store, surcharges, publicScope(context), body)),
    updateSurcharge: ({ params, body, context }) =>
      versioned(context, updateDefinition(store, surcharges, publicScope(context), params.id, body)),
    deleteSurcharge: ({ params, context }) => deleteDefinition(store, surcharges, publicScope(context), params.id),
    getLegacySurcharge: ({ params, context }) =>
      versioned(context, getLegacySurcharge(store, publicScope(context), params.id)),
    listDiscounts: ({ query, context }) => listDefinitions(discounts, publicScope(context), query, context.url),
    getDiscount: ({ params, context }) => versioned(context, getDefinition(discounts, publicScope(context), params.id)),
    createDiscount: ({ body, context }) =>
      versioned(context, createDefinition(store, discounts, publicScope(context), body)),
    updateDiscount: ({ params, body, context }) =>
      versioned(context, updateDefinition(store, discounts, publicScope(context), params.id, body)),
    deleteDiscount: ({ params, context }) => deleteDefinition(store, discounts, publicScope(context), params.id),
  };
}
