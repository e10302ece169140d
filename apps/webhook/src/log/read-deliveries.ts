import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import type { AccountDelivery, AccountDeliveryList } from '@keyhaven/contracts/webhook/account-routes';
import type { Delivery, DeliveryDetails, DeliveryListQuery } from '@keyhaven/contracts/webhook/delivery';
import { pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { DeliveryDocument } from '../store/delivery.model';
import { findSubscription } from '../subscriptions/read-subscriptions';
import type { SubscriptionScope } from '../subscriptions/subscription-scope';
import type { WebhookStore } from '../store/webhook-store';
import { presentDelivery, presentDeliveryDetails } from '../store/present-delivery';

/** Lists a subscription's deliveries. @throws ApiError not_found for a subscription of another app. */
export async function listDeliveries(
  store: WebhookStore,
  scope: SubscriptionScope,
  subscriptionId: number,
  query: DeliveryListQuery,
  url: string,
): Promise<Page<Delivery>> {
  await findSubscription(store, scope, subscriptionId);
  const filter = { ...filterOf(subscriptionId, query), ...pageFilter<DeliveryDocument>('_id', query) };
  const page = { limit: query.limit + 1, skip: pageSkip(query), without: UNLISTED };
  const found = await store.deliveries.find(scope, filter, page);
  return buildPage(found.map(presentDelivery), query, url, (record) => record);
}

/** Lists a subscription's deliveries, newest first. @throws ApiError not_found. */
export async function listNewestDeliveries(
  store: WebhookStore,
  scope: SubscriptionScope,
  subscriptionId: number,
  query: AccountDeliveryList,
): Promise<{ items: Delivery[]; next_before_id: number | null }> {
  await findSubscription(store, scope, subscriptionId);
  const before = query.before_id === null ? {} : { _id: { $lt: query.before_id } };
  const filter = { ...filterOf(subscriptionId, query), ...before };
  const page = { limit: query.limit + 1, descending: true, without: UNLISTED };
  const found = await store.deliveries.find(scope, filter, page);
  const items = found.slice(0, query.limit).map(presentDelivery);
  return { items, next_before_id: found.length > query.limit ? items[items.length - 1]!.id : null };
}

/** The fields of deliveries that lists do not contain. */
const UNLISTED = ['attempts', 'last_response'];

function filterOf(
  subscriptionId: number,
  { status, event_id, since_utc }: Pick<DeliveryListQuery, 'status' | 'event_id' | 'since_utc'>,
) {
  return {
    subscription_id: subscriptionId,
    ...(status && { status }),
    ...(event_id && { event_id: event_id.toLowerCase() }),
    ...(since_utc && { occurred_utc: { $gte: since_utc } }),
  };
}

/** Returns one delivery of a subscription. @throws ApiError not_found. */
export async function getDelivery(
  store: WebhookStore,
  scope: SubscriptionScope,
  subscriptionId: number,
  id: number,
): Promise<DeliveryDetails> {
  await findSubscription(store, scope, subscriptionId);
  return presentDeliveryDetails(await store.deliveries.get(scope, { _id: id, subscription_id: subscriptionId }));
}

/** Reads one delivery of a subscription, with its payload. @throws ApiError not_found. */
export async function getDeliveryWithPayload(
  store: WebhookStore,
  scope: SubscriptionScope,
  subscriptionId: number,
  id: number,
): Promise<AccountDelivery> {
  const details = await getDelivery(store, scope, subscriptionId, id);
  const stored = await store.queue.bodies
    .findOne({ _id: details.event_id, user_id: scope.accountId }, { body: 1 })
    .lean();
  return { ...details, payload: stored?.body ?? null };
}
