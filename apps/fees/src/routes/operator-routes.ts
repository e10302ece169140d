import type { feesOperatorContract } from '@keyhaven/contracts/fees/operator-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { operatorScope } from '@keyhaven/service/scope-of';
import type { FeesStore } from '../store/fees-store';
import { getTax, listTaxes } from '../taxes/read-taxes';
import { createTax, deleteTax, updateTax } from '../taxes/write-taxes';

/** The routes for operators. Each is listed with the function that handles its requests. */
export function operatorRoutes(store: FeesStore): RouteHandlers<typeof feesOperatorContract> {
  return {
    listTaxes: ({ params, query, context }) =>
      listTaxes(store, operatorScope(context, params.user_id), query, context.url),
    getTax: ({ params, context }) =>
      versioned(context, getTax(store, operatorScope(context, params.user_id), params.id)),
    createTax: ({ params, body, context }) =>
      versioned(context, createTax(store, operatorScope(context, params.user_id), body)),
    updateTax: ({ params, body, context }) =>
      versioned(context, updateTax(store, operatorScope(context, params.user_id), params.id, body)),
    deleteTax: ({ params, context }) => deleteTax(store, operatorScope(context, params.user_id), params.id),
  };
}
