import type { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { inCamelCase } from '@keyhaven/contracts/shared/camel-case';
import type { SharedCounts } from '@keyhaven/service/limits/shared-counts';
import { publicScope } from '@keyhaven/service/scope-of';
import { getRequest, listRequests } from '../request-log/read-requests';
import { announcementFeed } from '../announcements/announcement-feed';
import { listAnnouncements } from '../announcements/list-announcements';
import type { IdentityStore } from '../store/identity-store';
import { oauthPublicRoutes } from './oauth-routes';
import { getCurrentUser, refuseRemovedUpdate } from '../users/current-user';

/** The routes for integrations, and the function that handles each. */
export function publicRoutes(store: IdentityStore, counts: SharedCounts): RouteHandlers<typeof identityPublicContract> {
  return {
    getCurrentUser: ({ context }) => getCurrentUser(store, publicScope(context), context),
    getLegacyCurrentUser: async ({ context }) =>
      inCamelCase(await getCurrentUser(store, publicScope(context), context)),
    updateCurrentUser: refuseRemovedUpdate,
    listAnnouncements: ({ query, context }) => listAnnouncements(store, query, context.url),
    showAnnouncementFeed: () => announcementFeed(store),
    listLoggedRequests: ({ query, context }) => listRequests(store, context, query),
    getLoggedRequest: ({ params, context }) => getRequest(store, context, params.id),
    ...oauthPublicRoutes(store, counts),
  };
}
