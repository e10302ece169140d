import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import { services } from '@keyhaven/contracts/platform/services';
import { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import { feesInternalContract } from '@keyhaven/contracts/fees/internal-contract';
import { feesOperatorContract } from '@keyhaven/contracts/fees/operator-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { knownIn } from '@keyhaven/service/references/find-records-routes';
import { consumeAccounts } from './store/account-copy';
import { KnownTerms } from './definitions/known-terms';
import { registerJobs } from './jobs';
import { createFeesStore } from './store/fees-store';
import { internalRoutes } from './routes/internal-routes';
import { consumeListingSites } from './store/listing-site-copy';
import { operatorRoutes } from './routes/operator-routes';
import { consumeProperties } from './store/property-copy';
import { publicRoutes } from './routes/public-routes';

/** The fees service: surcharges, discounts, and the taxes of properties. */
export const feesService: ServiceDefinition = {
  name: 'fees',
  topic: services.fees.topic,
  peers: ['identity', 'booking', 'pricing'],
  maxBodyBytes: maxBodyBytes.fees,
  build: ({ connection, ids, relay, verify, peer, hasOneRelease }) => {
    const [booking, pricing] = [peer(bookingInternalContract), peer(pricingInternalContract)];
    const store = createFeesStore(connection, ids, relay, booking, pricing, hasOneRelease);
    registerJobs(relay, { renew_terms_version: (_none, { scope }) => store.termsVersions.renew(scope) });
    return {
      routes: (app) => {
        mountContract(app, 'public', verify, feesPublicContract, publicRoutes(store));
        mountContract(app, 'operator', verify, feesOperatorContract, operatorRoutes(store));
        mountContract(
          app,
          'internal',
          verify,
          feesInternalContract,
          internalRoutes(store, new KnownTerms(store.termsVersions)),
        );
      },
      knownAccounts: knownIn(store.accounts),
      consumers: [
        ...consumeAccounts(store.accounts),
        ...consumeProperties(store.properties),
        ...consumeListingSites(store.listingSites),
      ],
    };
  },
};
