import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { Delivery, DeliveryDetails, DeliveryListQuery } from '@keyhaven/contracts/webhook/delivery';
import { pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { DeliveryDocument } from '../store/delivery.model';
import { findSubscription } from '../subscriptions/read-subscriptions';
import type { AppScope } from '../subscriptions/subscription-scope';
import type { WebhookStore } from '../store/webhook-store';
import { presentDelivery, presentDeliveryDetails } from '../store/present-delivery';

/** Lists a subscription's deliveries. @throws ApiError not_found for the subscription of another app. */
export async function listDeliveries(
  store: WebhookStore,
  scope: AppScope,
  subscriptionId: number,
  query: DeliveryListQuery,
  url: string,
): Promise<Page<Delivery>> {
  await findSubscription(store, scope, subscriptionId);
  const filter = {
    subscription_id: subscriptionId,
    ...(query.status && { status: query.status }),
    ...(query.event_id && { event_id: query.event_id.toLowerCase() }),
    ...(query.since_utc && { occurred_utc: { $gte: query.since_utc } }),
    ...pageFilter<DeliveryDocument>('_id', query),
  };
  const page = { limit: query.limit + 1, skip: pageSkip(query), without: ['attempts', 'last_response'] };
  const found = await store.deliveries.find(scope, filter, page);
  return buildPage(found.map(presentDelivery), query, url, (record) => record);
}

/** Reads one delivery of a subscription. @throws ApiError not_found. */
export async function getDelivery(
  store: WebhookStore,
  scope: AppScope,
  subscriptionId: number,
  id: number,
): Promise<DeliveryDetails> {
  await findSubscription(store, scope, subscriptionId);
  return presentDeliveryDetails(await store.deliveries.get(scope, { _id: id, subscription_id: subscriptionId }));
}
