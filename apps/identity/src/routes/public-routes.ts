import type { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { publicScope } from '@keyhaven/service/scope-of';
import type { IdentityStore } from '../store/identity-store';
import { getCurrentUser, refuseRemovedUpdate } from '../users/current-user';

/** What integrations ask, and the function that answers it. */
export function publicRoutes(store: IdentityStore): RouteHandlers<typeof identityPublicContract> {
  return {
    getCurrentUser: ({ context }) => getCurrentUser(store, publicScope(context), context),
    updateCurrentUser: refuseRemovedUpdate,
  };
}
