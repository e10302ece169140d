import type { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { findRecordsRoutes, knownIn } from '@keyhaven/service/references/find-records-routes';
import type { IdentityStore } from '../store/identity-store';
import { introspect } from '../tokens/introspect';

/** The routes for other services, and the function that handles each. */
export function internalRoutes(store: IdentityStore): RouteHandlers<typeof identityInternalContract> {
  return {
    introspect: ({ body }) => introspect(store, body),
    ...findRecordsRoutes({ account: knownIn(store.accounts) }),
  };
}
