import { z } from 'zod';

/**
 * One change of one record, as every service tells it. Fields are only ever added; `action` and `entity_type` are open
 * strings, so that a consumer outlives new ones. Consumers parse with a narrow schema of their own.
 */
export const changeEvent = z.object({
  event_id: z.guid(),
  schema_version: z.int(),
  /** Raised when the service was restored from a backup: versions start a new count there. */
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
  /** What other services need of the record and nobody outside gets. */
  private: z.record(z.string(), z.unknown()),
  /** Which resync tells it, by the instant at which that began (UTC, the database's clock); on its events alone. */
  resync_epoch: z.string().optional(),
});
export type ChangeEvent = z.infer<typeof changeEvent>;

export const SCHEMA_VERSION = 1;

/** The action of the mark behind the last event of a resync, one for each entity type; it has no record. */
export const RESYNC_END = 'resync_end';
/** The `user_id` of an end mark when the resync told the records of all accounts. */
export const EVERY_ACCOUNT = 0;

/** The topic on which a service tells its records anew, so that subscribers of its changes are not told them again. */
export function resyncTopic(topic: string): string {
  return `${topic}.resync`;
}

/**
 * The key that orders events. Those of one record arrive in the order of its versions; in a resync those of one entity
 * type arrive in the order in which they were told, so that the end mark comes behind all of them.
 */
export function eventKey(event: Pick<ChangeEvent, 'entity_type' | 'entity_id' | 'is_resync'>): string {
  return event.is_resync ? event.entity_type : `${event.entity_type}:${event.entity_id}`;
}
