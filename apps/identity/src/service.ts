import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { services } from '@keyhaven/contracts/platform/services';
import { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import type { ServiceDefinition } from '@keyhaven/service/database-service';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { createIdentityStore } from './store/identity-store';
import { internalRoutes } from './routes/internal-routes';
import { registerJobs } from './jobs';
import { operatorRoutes } from './routes/operator-routes';
import { publicRoutes } from './routes/public-routes';
import { endAuthorization } from './tokens/end-authorization';

/** The largest body, in bytes: names, addresses and settings are short. */
const MAX_BODY_BYTES = 65_536;

/** The identity service: accounts, the people in them, and their tokens. */
export const identityService: ServiceDefinition = {
  name: 'identity',
  topic: services.identity.topic,
  peers: ['webhook'],
  maxBodyBytes: MAX_BODY_BYTES,
  build: ({ connection, ids, relay, verify, peer }) => {
    const store = createIdentityStore(connection, ids, relay);
    const webhook = peer(webhookInternalContract);
    registerJobs(relay, {
      end_authorization: ({ revocation_id }, { scope, id }) => endAuthorization(webhook, scope, id, revocation_id),
    });
    return {
      routes: (app) => {
        mountContract(app, 'public', verify, identityPublicContract, publicRoutes(store));
        mountContract(app, 'internal', verify, identityInternalContract, internalRoutes(store));
        mountContract(app, 'operator', verify, identityOperatorContract, operatorRoutes(store));
      },
      consumers: [],
    };
  },
};
