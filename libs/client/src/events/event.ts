import type { EventContents, EventType } from '../contract/records';

export type ChangeAction = 'entity_create' | 'entity_update' | 'entity_delete';

/** The fields of all events. */
export interface EventBase {
  /**
   * Unique for each event. An event can arrive more than once, so ignore ids that you have handled.
   */
  id: string;
  user_id: number;
  entity_id: number;
  categories: string[];
  /** When the change was written, in UTC with milliseconds. */
  occurred_utc: string;
  /** A record with a higher version is newer. Not meaningful for calendars. */
  version: number;
}

/**
 * A change of a record. `entity` is the record after the change; for a deletion, the record before
 * it.
 */
export type ChangeEvent<Type extends EventType = EventType> = {
  [Each in Type]: EventBase & { action: ChangeAction } & EventContents[Each];
}[Type];

/** An event of the event log. Pass `cursor` as `after` to read the events after it. */
export type LoggedEvent<Type extends EventType = EventType> = ChangeEvent<Type> & { cursor: string };

/**
 * A webhook that is not about a change of a record: a test, or the revocation of an app's
 * authorization.
 */
export interface NoticeEvent extends EventBase {
  action: 'webhook_test' | 'application_authorization_revoked';
  entity_type: string;
  entity: Record<string, unknown>;
}

/** The body of a webhook. */
export type WebhookEvent = ChangeEvent | NoticeEvent;
