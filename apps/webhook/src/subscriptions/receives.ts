import { subscriptionTypes } from '@keyhaven/contracts/webhook/categories';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { SubscriptionBody } from '../store/subscription.model';

/**
 * How much older than the subscription a delivered change may be, in milliseconds: a change right after the
 * subscription's answer is delivered even if the clocks of the two databases differ.
 */
const CLOCK_TOLERANCE_MS = 60_000;

type Filter = Pick<SubscriptionBody, 'type' | 'action' | 'category' | 'created_utc'>;

/**
 * Whether a subscription receives a change (specification, Events, rules 2 and 3). A subscription that names a category
 * receives that one, and never `other`, which cannot be named. One that names none receives everything of its type.
 */
export function receives(filter: Filter, event: ChangeEvent): boolean {
  if (event.is_resync || isDraft(event)) return false;
  if (subscriptionTypes[filter.type].entityType !== event.entity_type) return false;
  if (filter.action !== null && filter.action !== event.action) return false;
  if (Date.parse(event.occurred_utc) < filter.created_utc.getTime() - CLOCK_TOLERANCE_MS) return false;
  return filter.category === null || event.categories.includes(filter.category);
}

/** Drafts of messages are internal; posting one is published as a creation. */
function isDraft({ entity_type, entity }: ChangeEvent): boolean {
  return entity_type === 'thread_message' && entity.is_draft === true;
}
