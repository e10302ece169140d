import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { SubscriptionBody } from '../store/subscription.model';

/**
 * How much older than the subscription a change may be that it is told, in milliseconds: what was written right after
 * it was answered is told even where the clocks of the two databases differ.
 */
const CLOCK_TOLERANCE_MS = 60_000;

type Filter = Pick<SubscriptionBody, 'type' | 'action' | 'category' | 'created_utc'>;

/**
 * Whether a subscription is told of a change (specification, Events, rules 2 and 3): one that names a category gets
 * that one and never `other`, which cannot be named; one that names none gets everything of its type.
 */
export function receives(filter: Filter, event: ChangeEvent): boolean {
  if (event.is_resync || isDraft(event)) return false;
  if (subscriptionTypes[filter.type].entityType !== event.entity_type) return false;
  if (filter.action !== null && filter.action !== event.action) return false;
  if (Date.parse(event.occurred_utc) < filter.created_utc.getTime() - CLOCK_TOLERANCE_MS) return false;
  return filter.category === null || event.categories.includes(filter.category);
}

/** Drafts of messages are for the account's own people; the event of their posting is a creation. */
function isDraft({ entity_type, entity }: ChangeEvent): boolean {
  return entity_type === 'thread_message' && entity.is_draft === true;
}
