import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { messagingOperatorContract } from '@keyhaven/contracts/messaging/operator-contract';
import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import type { ServiceDefinition } from '@keyhaven/service/database-service';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { objectSweep } from './attachments/sweep-objects';
import { consumeGuests } from './guests/guest-copies';
import { defineMessageJobs } from './messages/message-jobs';
import { createMessagingStore } from './messaging-store';
import { operatorRoutes } from './operator-routes';
import { publicRoutes } from './public-routes';
import { messagingSettings } from './settings';
import { MESSAGING_TOPIC } from './topic';

/** A message that came in brings its images along, in base64. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** The messaging service: threads with guests, their messages and attachments. */
export const messagingService: ServiceDefinition<typeof messagingSettings> = {
  name: 'messaging',
  topic: MESSAGING_TOPIC,
  peers: ['identity', 'booking'],
  maxBodyBytes: MAX_BODY_BYTES,
  settings: messagingSettings,
  build: ({ connection, ids, relay, verify, logger, peer, settings }) => {
    const store = createMessagingStore(connection, ids, relay, peer(bookingInternalContract), settings);
    defineMessageJobs(relay, store);
    const { pendingObjects, messageModel, objects } = store;
    return {
      routes: (app) => {
        mountContract(app, 'public', verify, messagingPublicContract, publicRoutes(store));
        mountContract(app, 'operator', verify, messagingOperatorContract, operatorRoutes(store));
      },
      consumers: consumeGuests(store.guestCopies, store.bookingCopies),
      workers: [objectSweep({ pending: pendingObjects, messages: messageModel, objects }, logger)],
    };
  },
};
