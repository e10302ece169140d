import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { PAYMENT_FORMS_PATH } from '@keyhaven/contracts/booking/payment-form';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { feesInternalContract } from '@keyhaven/contracts/fees/internal-contract';
import { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import type { ServiceDefinition } from '@keyhaven/service/database-service';
import { publicUrlSettings } from '@keyhaven/service/configuration';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { knownIn } from '@keyhaven/service/references/find-records-routes';
import { consumeAccounts } from './store/account-copy';
import { chargePeers } from './store/charge-peers';
import type { StayDocument } from './store/stay.model';
import { createBookingStore } from './store/booking-store';
import { internalRoutes } from './routes/internal';
import { defineNightJobs } from './settlement/settle-nights';
import { operatorRoutes } from './routes/operator';
import { consumeBalances } from './payments/consume-balances';
import { pendingSweep } from './payments/sweep-pending';
import { quoteSweep } from './quotes/sweep-quotes';
import { publicRoutes } from './routes/public';
import { bookingSettings } from './settings';
import { consumeThreads } from './threads/consume-threads';
import { BOOKING_TOPIC } from './store/topic';

/** A booking carries at most 256 kB of custom fields, in JSON, beside its other texts. */
const MAX_BODY_BYTES = 1_048_576;

const settings = bookingSettings.extend(publicUrlSettings.shape);

/** The booking service: stays, quotes, properties, guests and listing sites. */
export const bookingService: ServiceDefinition<typeof settings> = {
  name: 'booking',
  topic: BOOKING_TOPIC,
  maxBodyBytes: MAX_BODY_BYTES,
  peers: ['identity', 'pricing', 'fees', 'finance'],
  settings,
  formPaths: [PAYMENT_FORMS_PATH],
  build: ({ connection, ids, relay, verify, logger, peer, settings }) => {
    const peers = chargePeers(peer(pricingInternalContract), peer(feesInternalContract));
    const { PUBLIC_URL: publicUrl, MAX_HOLD_DAYS: maxHoldDays } = settings;
    const store = createBookingStore(connection, ids, relay, peers, { publicUrl, maxHoldDays });
    defineNightJobs(store, relay, logger);
    return {
      routes: (app) => {
        mountContract(app, 'public', verify, bookingPublicContract, publicRoutes(store));
        mountContract(app, 'operator', verify, bookingOperatorContract, operatorRoutes(store));
        mountContract(app, 'internal', verify, bookingInternalContract, internalRoutes(store));
      },
      knownAccounts: knownIn(store.accounts),
      consumers: [...consumeAccounts(store.accounts), ...consumeThreads(store), ...consumeBalances(store)],
      workers: [
        quoteSweep(store, logger),
        pendingSweep(
          store,
          connection.model<StayDocument>('Stay'),
          peer(financeInternalContract),
          logger,
          settings.LAPSE_SWEEP_SECONDS * 1000,
        ),
      ],
    };
  },
};
