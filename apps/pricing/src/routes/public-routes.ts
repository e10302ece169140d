import type { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { publicScope } from '@keyhaven/service/scope-of';
import type { CalendarCache } from '../calendar/calendar-cache';
import { getCalendar, listCalendars } from '../calendar/read-calendars';
import { listSpotRates } from '../spot-rates/find-spot-rates';
import { updateSpotRates } from '../spot-rates/update-spot-rates';
import type { PricingStore } from '../store/pricing-store';

/** The routes of the public API, each with the function that answers it. */
export function publicRoutes(store: PricingStore, cache: CalendarCache): RouteHandlers<typeof pricingPublicContract> {
  return {
    listCalendars: ({ query, headers, context }) =>
      listCalendars(store, cache, publicScope(context), query, context.url, headers['if-none-match']),
    getCalendar: ({ params, query, headers, context }) =>
      getCalendar(store, cache, publicScope(context), params.property_id, query, headers['if-none-match']),
    listSpotRates: ({ query, context }) => listSpotRates(store, publicScope(context), query, context.url),
    updateSpotRates: ({ body, context }) => updateSpotRates(store, publicScope(context), body),
  };
}
