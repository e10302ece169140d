import { randomUUID } from 'node:crypto';
import type { TaxRemitter } from '@keyhaven/contracts/identity/identity';
import { type ChangeEvent, SCHEMA_VERSION } from '@keyhaven/events/change-event';

/**
 * Creates a change event as the owning service publishes it. By default, the created event is the
 * first event of its record.
 */
export function publishedEvent(
  userId: number,
  published: Pick<ChangeEvent, 'entity_type' | 'entity_id'> & Partial<ChangeEvent>,
): ChangeEvent {
  const { version = 1 } = published;
  return {
    event_id: randomUUID(),
    schema_version: SCHEMA_VERSION,
    generation: 0,
    occurred_utc: new Date().toISOString(),
    user_id: userId,
    action: version === 1 ? 'entity_create' : 'entity_update',
    version,
    categories: ['other'],
    is_resync: false,
    entity: { id: published.entity_id },
    private: {},
    ...published,
  };
}

/** The fields of an account that other services read from its events. */
export interface AccountSettings {
  currency_code: string;
  time_zone: string;
  is_property_management: boolean;
  taxes_remitted_by: TaxRemitter;
}

/** Creates the event of an account, as the identity service publishes it on `keyhaven.identity`. */
export function publishedAccount(userId: number, settings: Partial<AccountSettings> = {}, version = 1): ChangeEvent {
  const entity = {
    currency_code: 'USD',
    time_zone: 'America/New_York',
    is_property_management: false,
    taxes_remitted_by: 'manager',
    ...settings,
  };
  return publishedEvent(userId, { entity_type: 'account', entity_id: userId, entity, version });
}
