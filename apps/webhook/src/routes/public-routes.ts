import type { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import type { RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { versioned } from '@keyhaven/service/http/versioned';
import { publicScope } from '@keyhaven/service/scope-of';
import { listEvents } from '../events/list-events';
import type { LogReaders } from '../events/log-readers';
import { getDelivery, listDeliveries } from '../log/read-deliveries';
import { replayDeliveries, replayDelivery } from '../log/replay';
import { testSubscription } from '../log/send-test';
import { createSubscription } from '../subscriptions/create-subscription';
import { deleteSubscription, enableSubscription } from '../subscriptions/end-subscription';
import { getSubscription, listCategories, listSubscriptions } from '../subscriptions/read-subscriptions';
import { appScope } from '../subscriptions/subscription-scope';
import type { WebhookStore } from '../store/webhook-store';

/** The routes for integrations, and the function that handles each. */
export function publicRoutes(store: WebhookStore, readers: LogReaders): RouteHandlers<typeof webhookPublicContract> {
  return {
    listSubscriptions: ({ query, context }) => listSubscriptions(store, appScope(context), query, context.url),
    listCategories: () => Promise.resolve(listCategories()),
    getSubscription: ({ params, context }) => versioned(context, getSubscription(store, appScope(context), params.id)),
    createSubscription: ({ body, context }) => versioned(context, createSubscription(store, appScope(context), body)),
    deleteSubscription: ({ params, context }) => deleteSubscription(store, appScope(context), params.id),
    enableSubscription: ({ params, context }) =>
      versioned(context, enableSubscription(store, appScope(context), params.id)),
    testSubscription: ({ params, context }) => testSubscription(store, appScope(context), params.id),
    listDeliveries: ({ params, query, context }) =>
      listDeliveries(store, appScope(context), params.id, query, context.url),
    getDelivery: ({ params, context }) => getDelivery(store, appScope(context), params.id, params.delivery_id),
    replayDelivery: ({ params, context }) => replayDelivery(store, appScope(context), params.id, params.delivery_id),
    replayDeliveries: ({ params, body, context }) => replayDeliveries(store, appScope(context), params.id, body),
    listEvents: (request) => listEvents(store, readers, publicScope(request.context), request),
  };
}
