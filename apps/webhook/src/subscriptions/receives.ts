import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { SubscriptionBody } from '../store/subscription.model';

const publicTypes = new Set<string>(Object.values(subscriptionTypes).map(({ entityType }) => entityType));

/**
 * Whether subscribers and readers of the event log may see an event. It must be a change of a public record, and must
 * neither belong to a resync nor be about a draft.
 */
export function isPublic(event: ChangeEvent): boolean {
  return publicTypes.has(event.entity_type) && !event.is_resync && !isDraft(event);
}

type Filter = Pick<SubscriptionBody, 'type' | 'action' | 'category'>;
type Subscriber = Filter & Pick<SubscriptionBody, '_id' | 'receives_after'>;

/**
 * Whether a public change matches the filter of a subscription. A subscription with a category receives only changes of
 * this category. A subscription without a category receives all changes of its type, including those of the category
 * `other`, to which clients cannot subscribe.
 */
export function matches(filter: Filter, change: Pick<ChangeEvent, 'entity_type' | 'action' | 'categories'>): boolean {
  if (subscriptionTypes[filter.type].entityType !== change.entity_type) return false;
  if (filter.action !== null && filter.action !== change.action) return false;
  return filter.category === null || change.categories.includes(filter.category);
}

/**
 * Whether a public change is enqueued for a subscription when the change is stored in the log. A subscription receives
 * the changes whose position was assigned after the subscription was created; clocks do not matter. While the
 * subscription is catching up, it receives these changes from the log instead.
 */
export function receives(
  subscriber: Subscriber,
  event: ChangeEvent,
  { position, catchingUp }: { position: number; catchingUp: readonly number[] },
): boolean {
  const { _id, receives_after = 0 } = subscriber;
  return position > receives_after && !catchingUp.includes(_id) && matches(subscriber, event);
}

/**
 * Whether a change is about a draft. Drafts of messages are internal. When a draft is sent, it is published as a
 * created message.
 */
function isDraft({ entity_type, entity }: ChangeEvent): boolean {
  return entity_type === 'thread_message' && entity.is_draft === true;
}
