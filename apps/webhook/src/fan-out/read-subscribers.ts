import type { QueueModels } from '../store/queue-models';
import type { SubscriptionDocument } from '../store/subscription.model';

/** The fields that decide whether a subscription receives a change, and where. */
const subscriberFields = {
  user_id: 1,
  app_key: 1,
  type: 1,
  action: 1,
  category: 1,
  created_utc: 1,
  webhook_url: 1,
  endpoint_id: 1,
} as const;
export type Subscriber = Pick<SubscriptionDocument, '_id' | keyof typeof subscriberFields>;

/**
 * The active subscriptions of accounts, with only the fields needed: an account may have 200, and they are read for
 * every change.
 */
export async function readSubscribers(
  { subscriptions }: QueueModels,
  accounts: readonly number[],
): Promise<Subscriber[]> {
  return subscriptions.find({ user_id: { $in: accounts }, status: 'active' }, subscriberFields).lean<Subscriber[]>();
}
