import { tracing } from '@keyhaven/tracing/tracing';
import { type DeliveryBatch, putBodies, putDeliveries } from '../queue/put-deliveries';
import type { EndpointKey } from '../queue/endpoint-leases';
import type { Dispatcher } from '../sending/dispatcher';
import type { SubscriptionBody } from '../store/subscription.model';
import type { WebhookStore } from '../store/webhook-store';

/** The fields of a subscription that identify its endpoint. */
type Addressed = Pick<SubscriptionBody, 'user_id' | 'app_key' | 'app_owner_id' | 'webhook_url' | 'endpoint_id'>;

/** A batch whose subscriptions also contain the fields of their endpoints. */
export type AddressedBatch = Omit<DeliveryBatch, 'subscriptions'> & {
  subscriptions: readonly (Addressed & Pick<SubscriptionBody, '_id'>)[];
};

/**
 * Stores notices and their deliveries. A notice, such as that of a revocation, is not a change of a
 * record, so it is not in the event log. Safe to repeat.
 */
export async function enqueueNotices(
  store: WebhookStore,
  dispatcher: Dispatcher,
  batches: readonly AddressedBatch[],
): Promise<void> {
  if (batches.length === 0) return;
  await putBodies(store.queue, batches, store.now());
  const trace = tracing?.storedHeaders();
  await enqueueDeliveries(store, dispatcher, trace ? batches.map((batch) => ({ ...batch, trace })) : batches);
}

/**
 * Stores deliveries, then schedules their endpoints. After a failure, the whole call must be repeated, which is safe.
 */
export async function enqueueDeliveries(
  store: WebhookStore,
  dispatcher: Dispatcher,
  batches: readonly AddressedBatch[],
): Promise<void> {
  if (batches.length === 0) return;
  await putDeliveries(store.queue, store.ids, batches, store.now());
  await dispatcher.announce(endpointsOf(batches.flatMap(({ subscriptions }) => subscriptions)));
}

/** Returns the endpoints of subscriptions, without duplicates. */
export function endpointsOf(subscriptions: readonly Addressed[]): EndpointKey[] {
  const endpoints = subscriptions.map(({ endpoint_id: _id, ...named }): [string, EndpointKey] => {
    const { user_id, app_key, app_owner_id, webhook_url } = named;
    return [_id, { _id, user_id, app_key, app_owner_id, webhook_url }];
  });
  return [...new Map(endpoints).values()];
}
