import type { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { findRecordsRoutes, knownIn } from '@keyhaven/service/references/find-records-routes';
import { storeChunks } from '../request-log/store-chunks';
import { reportCounts } from '../shared-counts/report-counts';
import type { AttemptLimits } from '../attempts/limit-attempts';
import type { IdentityStore } from '../store/identity-store';
import { introspect } from '../tokens/introspect';
import { oauthInternalRoutes } from './oauth-routes';
import { personRoutes } from './person-routes';

/** The routes for other services, and the function that handles each. */
export function internalRoutes(
  store: IdentityStore,
  limits: AttemptLimits,
): RouteHandlers<typeof identityInternalContract> {
  return {
    introspect: ({ body }) => introspect(store, body),
    reportCounts: ({ body }) => reportCounts(store.sharedCounts, body),
    logRequests: ({ body }) => storeChunks(store, body.chunks),
    ...personRoutes(store, limits),
    ...oauthInternalRoutes(store),
    ...findRecordsRoutes({ account: knownIn(store.accounts) }),
  };
}
