import type { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { revokeAuthorization } from '../apps/revoke-authorization';
import type { WebhookStore } from '../store/webhook-store';

/** Routes for other services, each with the function that answers it. */
export function internalRoutes(store: WebhookStore): RouteHandlers<typeof webhookInternalContract> {
  return { revokeAuthorization: ({ body }) => revokeAuthorization(store, body) };
}
