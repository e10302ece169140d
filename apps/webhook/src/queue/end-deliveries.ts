import type { QueueModels } from '../store/queue-models';

/**
 * Sets the status of the pending deliveries of a subscription, except notices, so they are not sent any more. Deliveries
 * with the status `dead` can be replayed later; deliveries with the status `canceled` cannot.
 */
export async function endDeliveries(
  { deliveries }: QueueModels,
  { userId, id }: { userId: number; id: number },
  status: 'dead' | 'canceled',
): Promise<void> {
  await deliveries.updateMany(
    { user_id: userId, subscription_id: id, status: 'pending', is_notice: false },
    { $set: { status } },
  );
}

/**
 * Enqueues deliveries of a subscription again, at the start of the retry schedule. Counts the replay, so that the result
 * of an attempt that is in progress does not end the replayed delivery.
 */
export async function resetDeliveries(
  { deliveries }: QueueModels,
  { userId, id }: { userId: number; id: number },
  which: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await deliveries.updateMany(
    { user_id: userId, subscription_id: id, is_notice: false, ...which },
    { $set: { status: 'pending', tries: 0, next_utc: now }, $inc: { replay_count: 1 } },
  );
}
