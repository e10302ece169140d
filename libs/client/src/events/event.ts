import type { EventContents, EventType } from '../contract/records';

export type ChangeAction = 'entity_create' | 'entity_update' | 'entity_delete';

/** The fields of all events. */
export interface EventBase {
  /** Ignore an id that you have handled already. */
  id: string;
  user_id: number;
  entity_id: number;
  categories: string[];
  /** When the change was written, in UTC with milliseconds. */
  occurred_utc: string;
  /** A higher version of a record is newer. Ignore it for calendars. */
  version: number;
}

/** A change of a record. `entity` is the record after the change, or the last one before a deletion. */
export type ChangeEvent<Type extends EventType = EventType> = {
  [Each in Type]: EventBase & { action: ChangeAction } & EventContents[Each];
}[Type];

/** An event of the event log. `cursor` is the position after it. */
export type LoggedEvent<Type extends EventType = EventType> = ChangeEvent<Type> & { cursor: string };

/** A webhook that is not a change: a test, or the end of an app's authorization. */
export interface NoticeEvent extends EventBase {
  action: 'webhook_test' | 'application_authorization_revoked';
  entity_type: string;
  entity: Record<string, unknown>;
}

/** What webhooks deliver. */
export type WebhookEvent = ChangeEvent | NoticeEvent;
