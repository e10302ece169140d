import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { SubscriptionBody } from '../store/subscription.model';

const publicTypes = new Set<string>(Object.values(subscriptionTypes).map(({ entityType }) => entityType));

/** Whether subscribers and readers of the event log may see an event: it must be a change of a public record. */
export function isPublic(event: ChangeEvent): boolean {
  return publicTypes.has(event.entity_type) && !event.is_resync && !isDraft(event);
}

type Filter = Pick<SubscriptionBody, 'type' | 'action' | 'category'>;
type Subscriber = Filter & Pick<SubscriptionBody, '_id' | 'receives_after'>;

/**
 * Whether a public change matches the filter of a subscription. A subscription with a category receives only that
 * category. One without a category receives everything of its type, including the category `other`, to which nobody can
 * subscribe.
 */
export function matches(filter: Filter, change: Pick<ChangeEvent, 'entity_type' | 'action' | 'categories'>): boolean {
  if (subscriptionTypes[filter.type].entityType !== change.entity_type) return false;
  if (filter.action !== null && filter.action !== change.action) return false;
  return filter.category === null || change.categories.includes(filter.category);
}

/**
 * Whether a public change is enqueued for a subscription when the change is stored in the log. A subscription receives
 * the changes with a position that was assigned after its creation, whatever the clocks show. While it is catching up,
 * it receives them from the log instead.
 */
export function receives(
  subscriber: Subscriber,
  event: ChangeEvent,
  { position, catchingUp }: { position: number; catchingUp: readonly number[] },
): boolean {
  const { _id, receives_after = 0 } = subscriber;
  return position > receives_after && !catchingUp.includes(_id) && matches(subscriber, event);
}

/** Drafts of messages are internal. Sending one is published as its creation. */
function isDraft({ entity_type, entity }: ChangeEvent): boolean {
  return entity_type === 'thread_message' && entity.is_draft === true;
}
