import type { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { publicScope } from '@keyhaven/service/scope-of';
import { answerJson } from '../calendar/ready-json';
import type { CalendarPieces } from '../calendar/calendar-chunks';
import { getCalendar, listCalendars } from '../calendar/read-calendars';
import type { PricingStore } from '../store/pricing-store';
import { listSpotRates } from '../spot-rates/find-spot-rates';
import { updateSpotRates } from '../spot-rates/update-spot-rates';

/** What integrations ask, and the function that answers it. */
export function publicRoutes(store: PricingStore, pieces: CalendarPieces): RouteHandlers<typeof pricingPublicContract> {
  return {
    listCalendars: async ({ query, headers, context }) =>
      answerJson(
        await listCalendars(store, pieces, publicScope(context), query, context.url),
        headers['if-none-match'],
      ),
    getCalendar: async ({ params, query, headers, context }) =>
      answerJson(
        await getCalendar(store, pieces, publicScope(context), params.property_id, query),
        headers['if-none-match'],
      ),
    listSpotRates: ({ query, context }) => listSpotRates(store, publicScope(context), query, context.url),
    updateSpotRates: ({ body, context }) => updateSpotRates(store, publicScope(context), body),
  };
}
