import { z } from 'zod';

/**
 * One change of one record, as every service publishes it. Fields are only ever added; `action` and `entity_type` are open
 * strings, so that consumers accept new values. Consumers parse with a narrow schema of their own.
 */
export const changeEvent = z.object({
  event_id: z.guid(),
  schema_version: z.int(),
  /** Raised when the service is restored from a backup: the count of versions starts again. */
  generation: z.int(),
  /** When the change was written, by the database's clock; UTC with milliseconds. */
  occurred_utc: z.string(),
  user_id: z.int(),
  action: z.string(),
  entity_type: z.string(),
  entity_id: z.int(),
  version: z.int(),
  categories: z.array(z.string()),
  is_resync: z.boolean(),
  /** The full public record after the change. */
  entity: z.record(z.string(), z.unknown()),
  /** The part of the record that only other services get. */
  private: z.record(z.string(), z.unknown()),
  /** On events of a resync: the time at which it began (UTC, the database's clock). */
  resync_epoch: z.string().optional(),
});
export type ChangeEvent = z.infer<typeof changeEvent>;

export const SCHEMA_VERSION = 1;

/** The action of the mark at the end of a resync, one for each entity type; it has no record. */
export const RESYNC_END = 'resync_end';
/** The `user_id` of an end mark when the resync was of all accounts. */
export const EVERY_ACCOUNT = 0;

/** The topic on which a service republishes its records, so that subscribers of its changes do not get them again. */
export function resyncTopic(topic: string): string {
  return `${topic}.resync`;
}

/**
 * The key that orders events. Events of one record arrive in the order of its versions. Events of one entity type in a resync
 * arrive in the order in which they were published, so the end mark comes last.
 */
export function eventKey(event: Pick<ChangeEvent, 'entity_type' | 'entity_id' | 'is_resync'>): string {
  return event.is_resync ? event.entity_type : `${event.entity_type}:${event.entity_id}`;
}
