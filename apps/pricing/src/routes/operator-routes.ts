import type { pricingOperatorContract } from '@keyhaven/contracts/pricing/operator-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { operatorScope } from '@keyhaven/service/scope-of';
import { getHoliday, listHolidays } from '../holidays/read-holidays';
import { createHoliday, deleteHoliday, updateHoliday } from '../holidays/write-holidays';
import type { PricingStore } from '../store/pricing-store';
import { getPropertyPricing } from '../properties/read-property-pricing';
import { updatePropertyPricing } from '../properties/write-property-pricing';
import { getSeason, listSeasons } from '../seasons/read-seasons';
import { createSeason, deleteSeason, updateSeason } from '../seasons/write-seasons';

/** The routes for operators. Each is listed with the function that handles its requests. */
export function operatorRoutes(store: PricingStore): RouteHandlers<typeof pricingOperatorContract> {
  return {
    getPropertyPricing: ({ params, context }) =>
      versioned(context, getPropertyPricing(store, operatorScope(context, params.user_id), params.id)),
    updatePropertyPricing: ({ params, body, context }) =>
      versioned(context, updatePropertyPricing(store, operatorScope(context, params.user_id), params.id, body)),
    listSeasons: ({ params, query, context }) =>
      listSeasons(store, operatorScope(context, params.user_id), query, context.url),
    getSeason: ({ params, context }) =>
      versioned(context, getSeason(store, operatorScope(context, params.user_id), params.id)),
    createSeason: ({ params, body, context }) =>
      versioned(context, createSeason(store, operatorScope(context, params.user_id), body)),
    updateSeason: ({ params, body, context }) =>
      versioned(context, updateSeason(store, operatorScope(context, params.user_id), params.id, body)),
    deleteSeason: ({ params, context }) => deleteSeason(store, operatorScope(context, params.user_id), params.id),
    listHolidays: ({ params, query, context }) =>
      listHolidays(store, operatorScope(context, params.user_id), query, context.url),
    getHoliday: ({ params, context }) =>
      versioned(context, getHoliday(store, operatorScope(context, params.user_id), params.id)),
    createHoliday: ({ params, body, context }) =>
      versioned(context, createHoliday(store, operatorScope(context, params.user_id), body)),
    updateHoliday: ({ params, body, context }) =>
      versioned(context, updateHoliday(store, operatorScope(context, params.user_id), params.id, body)),
    deleteHoliday: ({ params, context }) => deleteHoliday(store, operatorScope(context, params.user_id), params.id),
  };
}
