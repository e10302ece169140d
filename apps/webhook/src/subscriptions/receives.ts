import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { SubscriptionBody } from '../store/subscription.model';

/**
 * How much older than the subscription a delivered change may be, in milliseconds. Changes right after the creation of
 * a subscription are delivered even if the clocks of the two databases differ.
 */
const CLOCK_TOLERANCE_MS = 60_000;

const publicTypes = new Set<string>(Object.values(subscriptionTypes).map(({ entityType }) => entityType));

/** Whether subscribers and readers of the event log may see an event: it must be a change of a public record. */
export function isPublic(event: ChangeEvent): boolean {
  return publicTypes.has(event.entity_type) && !event.is_resync && !isDraft(event);
}

type Filter = Pick<SubscriptionBody, 'type' | 'action' | 'category'>;
type Subscriber = Filter & Pick<SubscriptionBody, '_id' | 'created_utc' | 'catching_up_since'>;

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
 * Whether a public change is enqueued for a subscription when the change is stored in the log. A subscription that is
 * catching up receives the changes before its own position from the log instead.
 */
export function receives(
  subscriber: Subscriber,
  event: ChangeEvent,
  { position, catchingUp }: { position: number; catchingUp: readonly number[] },
): boolean {
  const { catching_up_since, created_utc } = subscriber;
  // A change whose position was assigned before the subscription had caught up comes from the log.
  const isLater =
    catching_up_since === undefined
      ? Date.parse(event.occurred_utc) >= created_utc.getTime() - CLOCK_TOLERANCE_MS
      : position > catching_up_since && !catchingUp.includes(subscriber._id);
  return isLater && matches(subscriber, event);
}

/** Drafts of messages are internal. Sending one is published as its creation. */
function isDraft({ entity_type, entity }: ChangeEvent): boolean {
  return entity_type === 'thread_message' && entity.is_draft === true;
}
