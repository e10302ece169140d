import type { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { publicScope } from '@keyhaven/service/scope-of';
import type { IdentityStore } from '../store/identity-store';
import { getCurrentUser, refuseRemovedUpdate } from '../users/current-user';

/** The routes for integrations, and the function that handles each. */
export function publicRoutes(store: IdentityStore): RouteHandlers<typeof identityPublicContract> {
  return {
    getCurrentUser: ({ context }) => getCurrentUser(store, publicScope(context), context),
    updateCurrentUser: refuseRemovedUpdate,
  };
}
