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
});
export type ChangeEvent = z.infer<typeof changeEvent>;

export const SCHEMA_VERSION = 1;

/** The key that orders events: those of one record arrive in the order of its versions. */
export function eventKey(event: Pick<ChangeEvent, 'entity_type' | 'entity_id'>): string {
  return `${event.entity_type}:${event.entity_id}`;
}
