import { randomUUID } from 'node:crypto';
import type { DeliveryDetails, WebhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { accountId } from '@keyhaven/persistence/account-scope';
import { madeUp } from '@keyhaven/persistence/dry-run';
import { enqueueNotices } from '../fan-out/enqueue-deliveries';
import { newDelivery } from '../queue/put-deliveries';
import type { Dispatcher } from '../sending/dispatcher';
import type { SubscriptionScope } from '../subscriptions/subscription-scope';
import { isVisible, presentSubscription, type SubscriptionBody } from '../store/subscription.model';
import type { WebhookStore } from '../store/webhook-store';
import { requestJob } from './request-job';
import { presentDeliveryDetails } from '../store/present-delivery';
import { job } from '../jobs';

/**
 * Requests a webhook_test delivery that contains the subscription. Requests with the same Idempotency-Key send only one
 * delivery.
 * @returns the enqueued delivery.
 * @throws ApiError not_found, conflict.
 */
export async function testSubscription(
  store: WebhookStore,
  scope: SubscriptionScope,
  id: number,
): Promise<DeliveryDetails> {
  return requestJob(store, scope, id, async (subscription) => {
    const payload = testOf(subscription, store.now());
    const delivery_id = await store.ids.next('webhook_delivery');
    return {
      job: job('send_test', { payload, delivery_id }),
      answer: presentDeliveryDetails(newDelivery(delivery_id, batchOf(payload), subscription, store.now())),
    };
  });
}

/** The job that enqueues the delivery. It can be repeated safely. */
export async function sendTest(
  store: WebhookStore,
  dispatcher: Dispatcher,
  { userId, id }: { userId: number; id: number },
  { payload, delivery_id }: { payload: WebhookPayload; delivery_id: number },
): Promise<void> {
  const subscription = await store.subscriptions.findOne({ accountId: accountId(userId) }, { _id: id });
  // The delivery of a subscription that was disabled in the meantime is stored too, because the response names it.
  // Nothing is sent, and the delivery becomes dead.
  if (!subscription || !isVisible(subscription)) return;
  await enqueueNotices(store, dispatcher, [
    { ...batchOf(payload), deliveryId: delivery_id, subscriptions: [subscription] },
  ]);
}

function testOf(subscription: SubscriptionBody, now: Date): WebhookPayload {
  return {
    id: madeUp(randomUUID()),
    user_id: subscription.user_id,
    action: 'webhook_test',
    entity_type: 'webhook_subscription',
    entity_id: subscription._id,
    categories: [],
    entity: presentSubscription(subscription),
    occurred_utc: now.toISOString(),
    version: subscription.version,
  };
}

function batchOf(payload: WebhookPayload) {
  return { payload, body: JSON.stringify(payload), isNotice: false };
}
