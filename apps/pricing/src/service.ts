import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import { pricingOperatorContract } from '@keyhaven/contracts/pricing/operator-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import type { ServiceDefinition } from '@keyhaven/service/database-service';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { knownIn } from '@keyhaven/service/references/find-records-routes';
import { z } from 'zod';
import { consumeAccounts } from './accounts/consume-accounts';
import { consumeAdjusters } from './adjusters/consume-adjusters';
import { watchVersions } from './calendar/poll-calendar-versions';
import { defineRaiseJob } from './calendar/invalidate-calendars';
import { defineOpenHistoryJob } from './history/open-history';
import { historySweep } from './history/sweep-ended-nights';
import { internalRoutes } from './routes/internal-routes';
import { consumeOccupancies } from './occupancies/consume-bookings';
import { operatorRoutes } from './routes/operator-routes';
import { CalendarPieces } from './calendar/calendar-chunks';
import { createPricingStore } from './store/pricing-store';
import { consumeProperties } from './properties/consume-properties';
import { publicRoutes } from './routes/public-routes';
import { APPLY_SPOT_RATES, applySpotRates } from './spot-rates/apply-spot-rates';
import { PRICING_TOPIC } from './store/topic';

/** 5,000 spot rates with every field, and room. */
const MAX_BODY_BYTES = 2_097_152;

const MEGABYTE = 1_000_000;

const settings = z.object({
  /** How much memory ready-made pieces of calendars may take. */
  CALENDAR_PIECES_MB: z.coerce.number().int().min(1).max(16_000).default(64),
});

/** The pricing service: rates, seasons, stay rules, holidays, spot rates, and the calendar that they make. */
export const pricingService: ServiceDefinition<typeof settings> = {
  name: 'pricing',
  topic: PRICING_TOPIC,
  peers: ['identity', 'booking'],
  maxBodyBytes: MAX_BODY_BYTES,
  settings,
  build: ({ connection, ids, relay, verify, logger, peer, settings: { CALENDAR_PIECES_MB } }) => {
    const store = createPricingStore(connection, ids, relay, peer(bookingInternalContract));
    const pieces = new CalendarPieces(store, CALENDAR_PIECES_MB * MEGABYTE);
    relay.defineJob(APPLY_SPOT_RATES, applySpotRates(store));
    defineRaiseJob(relay, store);
    defineOpenHistoryJob(relay, store);
    return {
      routes: (app) => {
        mountContract(app, 'public', verify, pricingPublicContract, publicRoutes(store, pieces));
        mountContract(app, 'internal', verify, pricingInternalContract, internalRoutes(store));
        mountContract(app, 'operator', verify, pricingOperatorContract, operatorRoutes(store));
      },
      knownAccounts: knownIn(store.accounts),
      consumers: [
        ...consumeAccounts(store),
        ...consumeProperties(store),
        ...consumeOccupancies(store),
        ...consumeAdjusters(store),
      ],
      workers: [watchVersions(connection, store.calendarModel, store.directory, logger), historySweep(store, logger)],
    };
  },
};
