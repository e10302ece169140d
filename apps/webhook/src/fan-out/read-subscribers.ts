import { readStored } from '@keyhaven/persistence/stored-reads';
import type { QueueModels } from '../store/queue-models';
import type { SubscriptionDocument } from '../store/subscription.model';

/** The fields that decide whether and where a subscription receives a change. */
const subscriberFields = {
  user_id: 1,
  app_key: 1,
  app_owner_id: 1,
  type: 1,
  action: 1,
  category: 1,
  receives_after: 1,
  webhook_url: 1,
  endpoint_id: 1,
} as const;
export type Subscriber = Pick<SubscriptionDocument, '_id' | keyof typeof subscriberFields>;

/**
 * Reads the active subscriptions of accounts. Reads only the needed fields, because an account may have 200
 * subscriptions, and all of them are read for every change.
 */
export async function readSubscribers(
  { subscriptions }: QueueModels,
  accounts: readonly number[],
): Promise<Subscriber[]> {
  const filter = { user_id: { $in: accounts }, status: 'active' };
  return readStored(subscriptions, filter, { projection: subscriberFields });
}
