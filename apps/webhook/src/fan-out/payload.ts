import type { WebhookPayload } from '@keyhaven/contracts/webhook/delivery';
import type { ChangeEvent } from '@keyhaven/events/change-event';

/**
 * Builds the payload of a change. Each field is listed explicitly, so that no other field of the event leaves the
 * platform.
 */
export function payloadOf(event: ChangeEvent): WebhookPayload {
  return {
    id: event.event_id,
    user_id: event.user_id,
    action: event.action,
    entity_type: event.entity_type,
    entity_id: event.entity_id,
    categories: event.categories,
    entity: event.entity,
    occurred_utc: event.occurred_utc,
    version: event.version,
  };
}
