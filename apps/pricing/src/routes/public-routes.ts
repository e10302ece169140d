import type { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import type { RequestContext, RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { publicScope } from '@keyhaven/service/scope-of';
import type { CalendarRequest } from '../calendar/calendar-answer';
import type { CalendarCache } from '../calendar/calendar-cache';
import { getCalendar, listCalendars } from '../calendar/read-calendars';
import { getSeason, listSeasons } from '../seasons/read-seasons';
import { listSpotRates } from '../spot-rates/find-spot-rates';
import { updateSpotRates } from '../spot-rates/update-spot-rates';
import type { PricingStore } from '../store/pricing-store';

/** The routes of the public API. Each is listed with the function that handles its requests. */
export function publicRoutes(store: PricingStore, cache: CalendarCache): RouteHandlers<typeof pricingPublicContract> {
  return {
    listCalendars: ({ query, headers, context }) =>
      listCalendars(store, cache, query, calendarRequest(context, headers)),
    getCalendar: ({ params, query, headers, context }) =>
      getCalendar(store, cache, params.property_id, query, calendarRequest(context, headers)),
    listSeasons: ({ query, context }) => listSeasons(store, publicScope(context), query, context.url),
    getSeason: ({ params, context }) => versioned(context, getSeason(store, publicScope(context), params.id)),
    listSpotRates: ({ query, context }) => listSpotRates(store, publicScope(context), query, context.url),
    updateSpotRates: ({ body, context }) => updateSpotRates(store, publicScope(context), body),
  };
}

function calendarRequest(context: RequestContext, headers: { 'if-none-match'?: string }): CalendarRequest {
  return { scope: publicScope(context), url: context.url, ifNoneMatch: headers['if-none-match'] };
}
