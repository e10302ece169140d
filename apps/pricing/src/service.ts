import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import { services } from '@keyhaven/contracts/platform/services';
import { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import { pricingOperatorContract } from '@keyhaven/contracts/pricing/operator-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { measuredGauge } from '@keyhaven/service/operations/measured-gauge';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { knownIn } from '@keyhaven/service/references/find-records-routes';
import { z } from 'zod';
import { consumeAccounts } from './accounts/consume-accounts';
import { consumeAdjusters } from './adjusters/consume-adjusters';
import { CalendarCache } from './calendar/calendar-cache';
import { invalidateCalendars, invalidateClocks } from './calendar/invalidate-calendars';
import { pollCalendarVersions } from './calendar/poll-calendar-versions';
import { publishChanges } from './calendar/publish-changes';
import { openHistory } from './history/open-history';
import { sweepEndedNights } from './history/sweep-ended-nights';
import { type JobHandlers, registerJobs } from './jobs';
import { consumeBookings } from './occupancies/consume-bookings';
import { consumeProperties } from './properties/consume-properties';
import { KnownSources } from './nights/known-sources';
import { internalRoutes } from './routes/internal-routes';
import { operatorRoutes } from './routes/operator-routes';
import { publicRoutes } from './routes/public-routes';
import { applyLatestRequest } from './spot-rates/apply-spot-rates';
import { createPricingStore, type PricingStore } from './store/pricing-store';

const MEGABYTE = 1_000_000;

const settings = z.object({
  /** The memory for cached responses and for cached chunks of calendars, in megabytes. */
  CALENDAR_CHUNKS_MB: z.coerce.number().int().min(1).max(16_000).default(64),
});

/** The pricing service: rates, seasons, stay rules, holidays, spot rates, and the calendar that results from them. */
export const pricingService: ServiceDefinition<typeof settings> = {
  name: 'pricing',
  topic: services.pricing.topic,
  peers: ['identity', 'booking'],
  maxBodyBytes: maxBodyBytes.pricing,
  settings,
  build: ({ connection, ids, relay, verify, logger, metrics, peer, settings: { CALENDAR_CHUNKS_MB } }) => {
    const store = createPricingStore(connection, ids, relay, peer(bookingInternalContract));
    const calendarCache = new CalendarCache(CALENDAR_CHUNKS_MB * MEGABYTE);
    registerJobs(relay, jobHandlers(store));
    measuredGauge(metrics.registry, 'keyhaven_calendar_versions_stale', () => [
      { labels: {}, value: store.directory.isStale() ? 1 : 0 },
    ]);
    return {
      routes: (app) => {
        mountContract(app, 'public', verify, pricingPublicContract, publicRoutes(store, calendarCache));
        mountContract(app, 'internal', verify, pricingInternalContract, internalRoutes(store, new KnownSources(store)));
        mountContract(app, 'operator', verify, pricingOperatorContract, operatorRoutes(store));
      },
      knownAccounts: knownIn(store.accounts),
      consumers: [
        ...consumeAccounts(store),
        ...consumeProperties(store),
        ...consumeBookings(store),
        ...consumeAdjusters(store),
      ],
      workers: [
        pollCalendarVersions(connection, store.calendarModel, store.directory, logger),
        sweepEndedNights(store, logger),
        publishChanges(store, logger),
      ],
    };
  },
};

/**
 * The handlers of the jobs. A job runs before the request that stored the job gets its response. After a crash, any
 * process runs the job.
 */
export function jobHandlers(store: PricingStore): JobHandlers {
  return {
    apply_spot_rates: (_none, { scope }) => applyLatestRequest(store, scope),
    invalidate_calendars: ({ property_ids, ranges, sets_clock }, { scope }) =>
      sets_clock && property_ids
        ? invalidateClocks(store, scope, property_ids, ranges)
        : invalidateCalendars(store, scope, property_ids, ranges),
    open_history: ({ property_id, from }, { scope }) => openHistory(store, scope, property_id, from),
  };
}
