import type { accountRoutes } from '@keyhaven/contracts/webhook/account-routes';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { RequestContext, RouteHandlers } from '@keyhaven/service/http/mount-contract';
import { listRecordEvents } from '../events/list-record-events';
import { listNewestDeliveries, getDeliveryWithPayload } from '../log/read-deliveries';
import { replayDeliveries, replayDelivery } from '../log/replay';
import { testSubscription } from '../log/send-test';
import { deleteSubscription, disableSubscription, enableSubscription } from '../subscriptions/end-subscription';
import { findSubscription, listSubscriptionsOfAccount, presentWithApp } from '../subscriptions/read-subscriptions';
import type { SubscriptionScope } from '../subscriptions/subscription-scope';
import type { WebhookStore } from '../store/webhook-store';

/** The routes for the portal, and the function that handles each. */
export function accountRouteHandlers(store: WebhookStore): RouteHandlers<typeof accountRoutes> {
  const read = async (scope: SubscriptionScope, id: number) => presentWithApp(await findSubscription(store, scope, id));
  return {
    listAccountSubscriptions: async ({ params, context }) => ({
      items: await listSubscriptionsOfAccount(store, everyApp(params, context)),
    }),
    readAccountSubscription: ({ params, context }) => read(everyApp(params, context), params.id),
    enableAccountSubscription: async ({ params, context }) => {
      await enableSubscription(store, everyApp(params, context), params.id);
      return read(everyApp(params, context), params.id);
    },
    disableAccountSubscription: async ({ params, context }) => {
      await disableSubscription(store, everyApp(params, context), params.id);
      return read(everyApp(params, context), params.id);
    },
    deleteAccountSubscription: async ({ params, context }) => {
      await deleteSubscription(store, everyApp(params, context), params.id);
      return {};
    },
    testAccountSubscription: ({ params, context }) => testSubscription(store, everyApp(params, context), params.id),
    listAccountDeliveries: ({ params, body, context }) =>
      listNewestDeliveries(store, everyApp(params, context), params.id, body),
    readAccountDelivery: ({ params, context }) =>
      getDeliveryWithPayload(store, everyApp(params, context), params.id, params.delivery_id),
    replayAccountDelivery: ({ params, context }) =>
      replayDelivery(store, everyApp(params, context), params.id, params.delivery_id),
    replayAccountDeliveries: ({ params, body, context }) =>
      replayDeliveries(store, everyApp(params, context), params.id, body),
    listRecordEvents: ({ params, body, context }) => listRecordEvents(store, everyApp(params, context), body),
  };
}

/** Returns the scope of all subscriptions of the account in the path, from any app. */
function everyApp({ user_id }: { user_id: number }, { deadline }: RequestContext): SubscriptionScope {
  return { accountId: accountId(user_id), deadline, appKey: null };
}
