import type { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { beginAuthorization, revokeAuthorization } from '../apps/revoke-authorization';
import type { WebhookStore } from '../store/webhook-store';
import { accountRouteHandlers } from './account-routes';

/** The routes for other services, and the function that handles each. */
export function internalRoutes(store: WebhookStore): RouteHandlers<typeof webhookInternalContract> {
  return {
    revokeAuthorization: ({ body }) => revokeAuthorization(store, body),
    beginAuthorization: ({ body }) => beginAuthorization(store, body),
    ...accountRouteHandlers(store),
  };
}
