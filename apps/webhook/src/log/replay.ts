import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { DeliveryDetails, ReplayRequest } from '@keyhaven/contracts/webhook/delivery';
import { accountId } from '@keyhaven/persistence/account-scope';
import { endpointsOf } from '../fan-out/send-mail';
import { resetDeliveries } from '../queue/end-deliveries';
import type { Dispatcher } from '../sending/dispatcher';
import { keptBy } from '../subscriptions/read-subscriptions';
import type { AppScope } from '../subscriptions/subscription-scope';
import type { SubscriptionBody } from '../subscriptions/subscription.model';
import type { WebhookStore } from '../webhook-store';
import { presentDeliveryDetails } from './present-delivery';

/** The step that puts deliveries back into the queue, and makes their endpoint due. */
export const REPLAY = 'replay';

/** Which deliveries are replayed: one, or those of changes since an instant. */
export type ReplayArguments = { delivery_id: number } | { since_utc: Date; deliveries: 'dead' | 'all' };

/**
 * Sends one delivery again, whatever became of it: the same bytes under the same id. Answers it as it is put back into
 * the queue. @throws ApiError not_found, conflict.
 */
export async function replayDelivery(
  store: WebhookStore,
  scope: AppScope,
  subscriptionId: number,
  id: number,
): Promise<DeliveryDetails> {
  const answer = await askForReplay(store, scope, subscriptionId, { delivery_id: id }, async () => {
    const delivery = await store.deliveries.get(scope, { _id: id, subscription_id: subscriptionId });
    const waiting = delivery.is_notice ? {} : { status: 'pending' as const, next_utc: store.now() };
    return { ...presentDeliveryDetails({ ...delivery, ...waiting }) };
  });
  return answer as unknown as DeliveryDetails;
}

/** Sends deliveries of changes since an instant again, and answers how many there are. @throws ApiError not_found, conflict. */
export async function replayDeliveries(
  store: WebhookStore,
  scope: AppScope,
  subscriptionId: number,
  request: ReplayRequest,
): Promise<{ replayed: number }> {
  const args: ReplayArguments = { since_utc: request.since_utc, deliveries: request.deliveries };
  const answer = await askForReplay(store, scope, subscriptionId, args, async () => {
    const replayed = await store.queue.deliveries.countDocuments({
      user_id: scope.accountId,
      subscription_id: subscriptionId,
      is_notice: false,
      ...filterOf(args),
    });
    return { replayed };
  });
  return answer as { replayed: number };
}

/** The step: safe to repeat, for what is delivered twice has one id. */
export async function replay(
  store: WebhookStore,
  dispatcher: Dispatcher,
  subscription: { userId: number; id: number },
  args: ReplayArguments,
): Promise<void> {
  const body = await store.subscriptions.findOne(
    { accountId: accountId(subscription.userId) },
    { _id: subscription.id },
  );
  if (body?.status !== 'active') return;
  await resetDeliveries(store.queue, subscription, filterOf(args), store.now());
  await dispatcher.announce(endpointsOf([body]));
}

function filterOf(args: ReplayArguments): Record<string, unknown> {
  if ('delivery_id' in args) return { _id: args.delivery_id };
  // What is canceled or still waits is no failure, and what waits needs no replay.
  const status = args.deliveries === 'dead' ? 'dead' : { $in: ['dead', 'delivered'] };
  return { status, occurred_utc: { $gte: args.since_utc } };
}

/**
 * The step is stored with the subscription, and done before this answers; a crash in between only delays it. Under one
 * Idempotency-Key it is one replay, which is answered alike each time.
 */
async function askForReplay(
  store: WebhookStore,
  scope: AppScope,
  id: number,
  args: ReplayArguments,
  answerWith: () => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { accountId, deadline, idempotency } = scope;
  const filter = { _id: id, ...keptBy(scope) };
  return store.subscriptions.updateOnce({ accountId, deadline, idempotency }, filter, async (before) => {
    const answersRequest = await answerWith();
    assertActive(before);
    return { after: before, references: undefined, steps: [{ name: REPLAY, args: { ...args } }], answersRequest };
  });
}

/** @throws ApiError conflict when the subscription is disabled. */
export function assertActive({ status, disabled_reason }: SubscriptionBody): void {
  if (status === 'active') return;
  throw new ApiError('conflict', `the subscription is disabled (${disabled_reason}); enable it first`);
}
