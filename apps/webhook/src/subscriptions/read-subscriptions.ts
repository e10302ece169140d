import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import {
  subscriptionTypes,
  type SubscriptionType,
  typeNames,
  typeTitles,
} from '@keyhaven/contracts/webhook/categories';
import type { SubscriptionListQuery } from '@keyhaven/contracts/webhook/public-contract';
import { type Subscription, subscriptionStatuses } from '@keyhaven/contracts/webhook/subscription';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { WebhookStore } from '../store/webhook-store';
import type { AppScope } from './subscription-scope';
import { presentSubscription, type SubscriptionBody, type SubscriptionDocument } from '../store/subscription.model';

/** The filter for an app's visible subscriptions: not deleted, and not ended by a revocation. */
export function keptBy(scope: AppScope) {
  return { app_key: scope.appKey, status: { $in: [...subscriptionStatuses] } };
}

/** Lists the app's subscriptions. */
export async function listSubscriptions(
  store: WebhookStore,
  scope: AppScope,
  query: SubscriptionListQuery,
  url: string,
): Promise<Page<Subscription>> {
  const filter = {
    ...keptBy(scope),
    ...changedSince<SubscriptionDocument>('updated_utc', query.since_utc),
    ...pageFilter<SubscriptionDocument>('_id', query),
  };
  const found = await store.subscriptions.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(presentSubscription), query, url, (record) => record);
}

/** Reads one subscription of the app. @throws ApiError not_found. */
export async function findSubscription(store: WebhookStore, scope: AppScope, id: number): Promise<SubscriptionBody> {
  return store.subscriptions.get(scope, { _id: id, ...keptBy(scope) });
}

/** Reads one subscription as it is shown. @throws ApiError not_found. */
export async function getSubscription(
  store: WebhookStore,
  scope: AppScope,
  id: number,
): Promise<{ record: Subscription; version: number }> {
  const body = await findSubscription(store, scope, id);
  return { record: presentSubscription(body), version: body.version };
}

/** The categories of each type: one object, not a paged list. */
export function listCategories(): Record<string, string[]> {
  return Object.fromEntries(
    typeNames.map((type: SubscriptionType) => [typeTitles[type], [...subscriptionTypes[type].categories]]),
  );
}
