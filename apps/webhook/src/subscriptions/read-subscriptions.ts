import { buildPage, type Page } from '@keyhaven/contracts/shared/paging';
import {
  subscriptionTypes,
  type SubscriptionType,
  typeNames,
  typeTitles,
} from '@keyhaven/contracts/webhook/categories';
import type { AccountSubscription } from '@keyhaven/contracts/webhook/account-routes';
import type { SubscriptionListQuery } from '@keyhaven/contracts/webhook/public-contract';
import { type Subscription, subscriptionStatuses } from '@keyhaven/contracts/webhook/subscription';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { WebhookStore } from '../store/webhook-store';
import type { AppScope, SubscriptionScope } from './subscription-scope';
import { presentSubscription, type SubscriptionBody, type SubscriptionDocument } from '../store/subscription.model';

/**
 * The limit of a read of all subscriptions of an account. No account reaches it, because concurrent requests may exceed
 * MAX_SUBSCRIPTIONS only by a few.
 */
export const MOST_OF_ACCOUNT = 1000;

/** Returns a filter for visible subscriptions, which are neither deleted nor revoked. */
export function visibleTo({ appKey }: SubscriptionScope) {
  return { ...(appKey !== null && { app_key: appKey }), status: { $in: [...subscriptionStatuses] } };
}

/** Lists the app's subscriptions. */
export async function listSubscriptions(
  store: WebhookStore,
  scope: AppScope,
  query: SubscriptionListQuery,
  url: string,
): Promise<Page<Subscription>> {
  const filter = {
    ...visibleTo(scope),
    ...changedSince<SubscriptionDocument>('updated_utc', query.since_utc),
    ...pageFilter<SubscriptionDocument>('_id', query),
  };
  const found = await store.subscriptions.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
  return buildPage(found.map(presentSubscription), query, url, (record) => record);
}

/** Returns all subscriptions of the scope, ordered by id, each with its app. */
export async function listSubscriptionsOfAccount(
  store: WebhookStore,
  scope: SubscriptionScope,
): Promise<AccountSubscription[]> {
  const found = await store.subscriptions.find(scope, visibleTo(scope), { limit: MOST_OF_ACCOUNT });
  return found.map(presentWithApp);
}

/** Converts a subscription for the account's list of the subscriptions of all apps. The result contains the app. */
export function presentWithApp(body: SubscriptionBody): AccountSubscription {
  return { ...presentSubscription(body), app_key: body.app_key };
}

/** Reads one visible subscription. @throws ApiError not_found. */
export async function findSubscription(
  store: WebhookStore,
  scope: SubscriptionScope,
  id: number,
): Promise<SubscriptionBody> {
  return store.subscriptions.get(scope, { _id: id, ...visibleTo(scope) });
}

/** Returns one subscription of the app as its public record. @throws ApiError not_found. */
export async function getSubscription(
  store: WebhookStore,
  scope: AppScope,
  id: number,
): Promise<{ record: Subscription; version: number }> {
  const body = await findSubscription(store, scope, id);
  return { record: presentSubscription(body), version: body.version };
}

/** Returns the categories of each type, as one object instead of a paged list. */
export function listCategories(): Record<string, string[]> {
  return Object.fromEntries(
    typeNames.map((type: SubscriptionType) => [typeTitles[type], [...subscriptionTypes[type].categories]]),
  );
}
