import type { Delivery, ReplayRequest } from '@keyhaven/contracts/webhook/delivery';
import { accountId } from '@keyhaven/persistence/account-scope';
import { endpointsOf } from '../fan-out/enqueue-deliveries';
import { resetDeliveries } from '../queue/end-deliveries';
import type { Dispatcher } from '../sending/dispatcher';
import type { SubscriptionScope } from '../subscriptions/subscription-scope';
import type { WebhookStore } from '../store/webhook-store';
import { requestJob } from './request-job';
import { presentDelivery } from '../store/present-delivery';
import { job, type ReplayArguments } from '../jobs';

/**
 * Sends one delivery again, whatever its status is: the same bytes with the same id. The response
 * does not contain the attempts, because responses are stored with their Idempotency-Key and must
 * be small.
 * @throws ApiError not_found, conflict.
 */
export async function replayDelivery(
  store: WebhookStore,
  scope: SubscriptionScope,
  subscriptionId: number,
  id: number,
): Promise<Delivery> {
  return requestJob(store, scope, subscriptionId, async () => {
    const delivery = await store.deliveries.get(scope, { _id: id, subscription_id: subscriptionId });
    const waiting = delivery.is_notice ? {} : { status: 'pending' as const, next_utc: store.now() };
    return { job: job('replay', { delivery_id: id }), answer: presentDelivery({ ...delivery, ...waiting }) };
  });
}

/**
 * Sends again the dead deliveries of changes from a given time on, or also the delivered ones. Returns the number of
 * these deliveries.
 * @throws ApiError not_found, conflict.
 */
export async function replayDeliveries(
  store: WebhookStore,
  scope: SubscriptionScope,
  subscriptionId: number,
  request: ReplayRequest,
): Promise<{ replayed: number }> {
  const args: ReplayArguments = { since_utc: request.since_utc, deliveries: request.deliveries };
  return requestJob(store, scope, subscriptionId, async () => {
    const replayed = await store.queue.deliveries.countDocuments({
      user_id: scope.accountId,
      subscription_id: subscriptionId,
      is_notice: false,
      ...filterOf(args),
    });
    return { job: job('replay', args), answer: { replayed } };
  });
}

/** The job that replays deliveries. It can be repeated safely, because a delivery keeps its id. */
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
  // Exclude canceled deliveries, which have not failed, and pending deliveries, which will be sent anyway.
  const status = args.deliveries === 'dead' ? 'dead' : { $in: ['dead', 'delivered'] };
  return { status, occurred_utc: { $gte: args.since_utc } };
}
