import type { webhookOperatorContract } from '@keyhaven/contracts/webhook/operator-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { operatorScope } from '@keyhaven/service/scope-of';
import { getAppSettings, rotateSecret, updateAppSettings } from '../apps/operate-apps';
import type { WebhookStore } from '../store/webhook-store';

/** The routes for operators, and the function that handles each. */
export function operatorRoutes(store: WebhookStore): RouteHandlers<typeof webhookOperatorContract> {
  return {
    getAppSettings: ({ params, context }) =>
      versioned(context, getAppSettings(store, operatorScope(context, params.user_id), params.app_key)),
    updateAppSettings: ({ params, body, context }) =>
      versioned(context, updateAppSettings(store, operatorScope(context, params.user_id), params.app_key, body)),
    rotateSecret: ({ params, body, context }) =>
      versioned(
        context,
        rotateSecret(store, operatorScope(context, params.user_id), params.app_key, body.keep_old_hours),
      ),
  };
}
