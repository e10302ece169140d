import type { Subscription } from '@keyhaven/contracts/webhook/subscription';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { EndpointDocument } from '../store/endpoint.model';
import type { WebhookStore } from '../store/webhook-store';
import { keptBy } from './read-subscriptions';
import type { AppScope } from './subscription-scope';
import { begunAgain, presentSubscription } from '../store/subscription.model';
import { job } from '../jobs';

/** Ends a subscription; waiting deliveries are canceled. @throws ApiError not_found. */
export async function deleteSubscription(store: WebhookStore, scope: AppScope, id: number): Promise<void> {
  await store.subscriptions.update(scope, { _id: id, ...keptBy(scope) }, (before) =>
    Promise.resolve({
      after: { ...before, status: 'deleted', identity: undefined },
      jobs: [job('end_deliveries', { status: 'canceled' })],
    }),
  );
}

/** Disables all subscriptions of an endpoint. Waiting deliveries become dead and can be replayed after enabling. */
export async function disableEndpoint(store: WebhookStore, endpoint: EndpointDocument, reason: string): Promise<void> {
  const scope = { accountId: accountId(endpoint.user_id) };
  const filter = { app_key: endpoint.app_key, endpoint_id: endpoint._id, status: 'active' as const };
  for (const { _id } of await store.subscriptions.find(scope, filter, { limit: 1000 })) {
    await store.subscriptions.update(scope, { _id }, (before) =>
      Promise.resolve(
        before.status !== 'active'
          ? undefined
          : {
              after: { ...before, status: 'disabled', disabled_reason: reason },
              jobs: [job('end_deliveries', { status: 'dead' })],
            },
      ),
    );
  }
}

/**
 * Enables a subscription again. Changes from the time when it was disabled are not delivered; dead deliveries can be
 * replayed.
 */
export async function enableSubscription(
  store: WebhookStore,
  scope: AppScope,
  id: number,
): Promise<{ record: Subscription; version: number }> {
  const body = await store.subscriptions.update(scope, { _id: id, ...keptBy(scope) }, (before) =>
    Promise.resolve({ after: begunAgain(before) }),
  );
  return { record: presentSubscription(body), version: body.version };
}
