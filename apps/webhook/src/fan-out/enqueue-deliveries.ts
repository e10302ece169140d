import { type DeliveryBatch, putDeliveries } from '../queue/put-deliveries';
import type { EndpointKey } from '../queue/endpoint-leases';
import type { Dispatcher } from '../sending/dispatcher';
import type { SubscriptionBody } from '../store/subscription.model';
import type { WebhookStore } from '../store/webhook-store';

/** A batch whose subscriptions name the endpoints. */
export type AddressedBatch = Omit<DeliveryBatch, 'subscriptions'> & {
  subscriptions: readonly Pick<SubscriptionBody, '_id' | 'user_id' | 'app_key' | 'webhook_url' | 'endpoint_id'>[];
};

/** Stores deliveries, then makes their endpoints due. After a failure it must be repeated as a whole, which is safe. */
export async function enqueueDeliveries(
  store: WebhookStore,
  dispatcher: Dispatcher,
  batches: readonly AddressedBatch[],
): Promise<void> {
  if (batches.length === 0) return;
  await putDeliveries(store.queue, store.ids, batches, store.now());
  await dispatcher.announce(endpointsOf(batches.flatMap(({ subscriptions }) => subscriptions)));
}

/** The endpoints of subscriptions, each once. */
export function endpointsOf(
  subscriptions: readonly Pick<SubscriptionBody, 'user_id' | 'app_key' | 'webhook_url' | 'endpoint_id'>[],
): EndpointKey[] {
  const endpoints = subscriptions.map(({ endpoint_id, user_id, app_key, webhook_url }): [string, EndpointKey] => [
    endpoint_id,
    { _id: endpoint_id, user_id, app_key, webhook_url },
  ]);
  return [...new Map(endpoints).values()];
}
