import type { oauthAppRoutes } from '@keyhaven/contracts/identity/oauth-apps';
import type { oauthAuthorizationRoutes } from '@keyhaven/contracts/identity/oauth-authorization';
import type { oauthTokenRoutes } from '@keyhaven/contracts/identity/oauth-token-routes';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import type { SharedCounts } from '@keyhaven/service/limits/shared-counts';
import { addAppSecret, changeApp, removeAppSecret } from '../apps/change-app';
import { createApp } from '../apps/create-app';
import { deleteApp } from '../apps/delete-app';
import { listApps, readApp } from '../apps/read-apps';
import { revokeAuthorization } from '../authorizations/end-authorization';
import { listAuthorizations } from '../authorizations/list-authorizations';
import { clientOf } from '../oauth/client-request';
import {
  approveAuthorizationRequest,
  checkAuthorizationRequest,
  refuseAuthorizationRequest,
} from '../oauth/decide-authorization-request';
import { exchangeToken } from '../oauth/exchange-token';
import { FailedTokenRequests } from '../oauth/failed-requests';
import { resourceMetadata, serverMetadata } from '../oauth/metadata';
import { revokeOAuthToken } from '../oauth/revoke-token';
import { assertOwner, readActor, scopeOf } from '../people/assert-owner';
import type { IdentityStore } from '../store/identity-store';

/** The routes of OAuth apps for the portal, and the function that handles each. */
export function oauthInternalRoutes(
  store: IdentityStore,
): RouteHandlers<typeof oauthAppRoutes & typeof oauthAuthorizationRoutes> {
  /**
   * Returns the account of the person: `byOwner` requires an owner, `byPerson` accepts any role.
   * @throws ApiError not_found, forbidden.
   */
  const byOwner = async (user_id: number, person_id: number): Promise<AccountScope> => {
    await assertOwner(store, { user_id, person_id });
    return scopeOf({ user_id });
  };
  const byPerson = async (user_id: number, person_id: number): Promise<AccountScope> => {
    await readActor(store, { user_id, person_id });
    return scopeOf({ user_id });
  };
  return {
    createApp: async ({ params, body: { person_id, ...app } }) =>
      createApp(store, await byOwner(params.user_id, person_id), app),
    listApps: async ({ params, body }) => listApps(store, await byPerson(params.user_id, body.person_id)),
    readApp: async ({ params, body }) =>
      readApp(store, await byPerson(params.user_id, body.person_id), params.client_id),
    changeApp: async ({ params, body: { person_id, ...patch } }) =>
      changeApp(store, await byOwner(params.user_id, person_id), params.client_id, patch),
    addAppSecret: async ({ params, body }) =>
      addAppSecret(store, await byOwner(params.user_id, body.person_id), params.client_id),
    removeAppSecret: async ({ params, body }) =>
      removeAppSecret(store, await byOwner(params.user_id, body.person_id), params.client_id, params.id),
    deleteApp: async ({ params, body }) => {
      await deleteApp(store, await byOwner(params.user_id, body.person_id), params.client_id);
      return {};
    },
    checkAuthorizationRequest: async ({ params, body }) =>
      checkAuthorizationRequest(store, await byOwner(params.user_id, body.person_id), body.parameters),
    approveAuthorizationRequest: async ({ params, body }) =>
      approveAuthorizationRequest(store, await byOwner(params.user_id, body.person_id), body),
    refuseAuthorizationRequest: async ({ params, body }) => {
      await byPerson(params.user_id, body.person_id);
      return refuseAuthorizationRequest(store, body.parameters);
    },
    listAuthorizations: async ({ params, body }) =>
      listAuthorizations(store, await byPerson(params.user_id, body.person_id)),
    revokeAuthorization: async ({ params, body }) => {
      await revokeAuthorization(store, await byOwner(params.user_id, body.person_id), params.id);
      return {};
    },
  };
}

/** The OAuth endpoints, and the function that handles each. */
export function oauthPublicRoutes(store: IdentityStore, counts: SharedCounts): RouteHandlers<typeof oauthTokenRoutes> {
  const failures = new FailedTokenRequests(counts);
  return {
    exchangeToken: ({ body, headers, context }) =>
      exchangeToken(store, failures, { body, client: clientOf(headers), url: context.url }),
    revokeOAuthToken: ({ params, headers }) =>
      revokeOAuthToken(store, failures, { client: clientOf(headers), token: params.token }),
    getServerMetadata: () => Promise.resolve(serverMetadata(store.publicUrl)),
    getResourceMetadata: () => Promise.resolve(resourceMetadata(store.publicUrl)),
  };
}
