import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { ServiceDefinition } from '@keyhaven/service/database-service';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { followAccounts } from './accounts/account-copy';
import { createBookingStore } from './booking-store';
import { operatorRoutes } from './operator-routes';
import { publicRoutes } from './public-routes';
import { BOOKING_TOPIC } from './topic';

/** A booking carries at most 256 kB of custom fields, in JSON, beside its other texts. */
const MAX_BODY_BYTES = 1_048_576;

/** The booking service: stays, properties, guests and listing sites. */
export const bookingService: ServiceDefinition = {
  name: 'booking',
  topic: BOOKING_TOPIC,
  maxBodyBytes: MAX_BODY_BYTES,
  build: ({ connection, ids, relay, verify }) => {
    const store = createBookingStore(connection, ids, relay);
    return {
      routes: (app) => {
        mountContract(app, 'public', verify, bookingPublicContract, publicRoutes(store));
        mountContract(app, 'operator', verify, bookingOperatorContract, operatorRoutes(store));
      },
      consumers: [followAccounts(store.accounts)],
    };
  },
};
