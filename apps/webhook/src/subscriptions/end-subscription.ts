import type { Subscription } from '@keyhaven/contracts/webhook/subscription';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { EndpointDocument } from '../store/endpoint.model';
import type { WebhookStore } from '../store/webhook-store';
import { visibleTo } from './read-subscriptions';
import type { SubscriptionScope } from './subscription-scope';
import { presentSubscription, reenabled, type SubscriptionBody } from '../store/subscription.model';
import { job } from '../jobs';

/** Deletes a subscription, and cancels its pending deliveries. @throws ApiError not_found. */
export async function deleteSubscription(store: WebhookStore, scope: SubscriptionScope, id: number): Promise<void> {
  await store.subscriptions.update(scope, { _id: id, ...visibleTo(scope) }, (before) =>
    Promise.resolve({
      after: { ...before, status: 'deleted', identity: undefined },
      jobs: [job('end_deliveries', { status: 'canceled' })],
    }),
  );
}

/** Disables a subscription until it is enabled again. Pending deliveries become dead. @throws ApiError not_found. */
export async function disableSubscription(store: WebhookStore, scope: SubscriptionScope, id: number): Promise<void> {
  await store.subscriptions.update(scope, { _id: id, ...visibleTo(scope) }, (before) =>
    Promise.resolve(disabled(before, 'it was disabled by hand')),
  );
}

/**
 * Disables the subscriptions of an endpoint. Pending deliveries become dead. They can be replayed when their
 * subscription is enabled again.
 * @param unchangedSince if it is given, only subscriptions that have not changed since this time are disabled.
 */
export async function disableEndpoint(
  store: WebhookStore,
  endpoint: EndpointDocument,
  reason: string,
  unchangedSince?: Date,
): Promise<void> {
  const scope = { accountId: accountId(endpoint.user_id) };
  const filter = {
    ...{ app_key: endpoint.app_key, endpoint_id: endpoint._id, status: 'active' as const },
    ...(unchangedSince && { updated_utc: { $lte: unchangedSince } }),
  };
  for (const { _id } of await store.subscriptions.find(scope, filter, { limit: 1000 })) {
    await store.subscriptions.update(scope, { _id }, (before) => Promise.resolve(disabled(before, reason)));
  }
}

function disabled(before: SubscriptionBody, disabled_reason: string) {
  if (before.status !== 'active') return undefined;
  const after = { ...before, status: 'disabled' as const, disabled_reason };
  return { after, jobs: [job('end_deliveries', { status: 'dead' })] };
}

/**
 * Enables a subscription again. Changes that occurred while it was disabled are not delivered, unless the subscription
 * was still catching up with the event log. Dead deliveries can be replayed.
 */
export async function enableSubscription(
  store: WebhookStore,
  scope: SubscriptionScope,
  id: number,
): Promise<{ record: Subscription; version: number }> {
  const body = await store.subscriptions.update(scope, { _id: id, ...visibleTo(scope) }, (before) =>
    Promise.resolve({ after: reenabled(before) }),
  );
  return { record: presentSubscription(body), version: body.version };
}
