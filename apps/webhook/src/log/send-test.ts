import { createHash, randomUUID } from 'node:crypto';
import type { DeliveryDetails } from '@keyhaven/contracts/webhook/delivery';
import { accountId } from '@keyhaven/persistence/account-scope';
import { sendMail } from '../fan-out/send-mail';
import type { Dispatcher } from '../sending/dispatcher';
import { findSubscription } from '../subscriptions/read-subscriptions';
import type { AppScope } from '../subscriptions/subscription-scope';
import { presentSubscription } from '../subscriptions/subscription.model';
import type { WebhookStore } from '../webhook-store';
import { assertActive } from './ask-for-step';
import { presentDeliveryDetails } from './present-delivery';

/** The step that puts a test into the queue. */
export const SEND_TEST = 'send_test';

/**
 * Has a webhook_test delivered that carries the subscription itself, and answers the delivery, which is usually under
 * way still. Under one Idempotency-Key it is one test. @throws ApiError not_found, conflict.
 */
export async function testSubscription(store: WebhookStore, scope: AppScope, id: number): Promise<DeliveryDetails> {
  await findSubscription(store, scope, id);
  const eventId = scope.idempotency ? guidOf(scope.idempotency.key) : randomUUID();
  const args = { event_id: eventId, occurred_utc: store.now().toISOString() };
  await store.subscriptions.update({ accountId: scope.accountId, deadline: scope.deadline }, { _id: id }, (before) => {
    assertActive(before);
    return Promise.resolve({ after: before, references: undefined, steps: [{ name: SEND_TEST, args }] });
  });
  return presentDeliveryDetails(await store.deliveries.get(scope, { subscription_id: id, event_id: eventId }));
}

/** The step. Safe to repeat. */
export async function sendTest(
  store: WebhookStore,
  dispatcher: Dispatcher,
  { userId, id }: { userId: number; id: number },
  { event_id, occurred_utc }: { event_id: string; occurred_utc: string },
): Promise<void> {
  const subscription = await store.subscriptions.findOne({ accountId: accountId(userId) }, { _id: id });
  if (subscription?.status !== 'active') return;
  const payload = {
    id: event_id,
    user_id: userId,
    action: 'webhook_test',
    entity_type: 'webhook_subscription',
    entity_id: id,
    categories: [],
    entity: presentSubscription(subscription),
    occurred_utc,
    version: subscription.version,
  };
  const mail = { payload, body: JSON.stringify(payload), isNotice: false, subscriptions: [subscription] };
  await sendMail(store, dispatcher, [mail]);
}

/** A GUID that is the same for the same key: version 8 of RFC 9562, made of a hash. */
function guidOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
