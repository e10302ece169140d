import type { ChangeEvent } from '@keyhaven/events/change-event';
import { publishedEvent } from '@keyhaven/testing/published-event';

/** Returns a change of a booking, as the booking service publishes it. */
export function aChange(userId: number, fields: Partial<ChangeEvent> = {}): ChangeEvent {
  const entity_id = fields.entity_id ?? 4711;
  return publishedEvent(userId, {
    entity_type: 'booking',
    entity_id,
    action: 'entity_update',
    entity: { id: entity_id, title: 'Ferien am See ☀' },
    private: { door_code: 'secret-4711' },
    ...fields,
  });
}
