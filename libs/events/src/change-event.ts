import { z } from 'zod';

/**
 * One change of one record, as every service publishes it. Fields are added but never changed or removed. `action` and
 * `entity_type` are plain strings, so that consumers accept values that they do not know. Each consumer parses events
 * with its own, narrower schema.
 */
export const changeEvent = z.object({
  event_id: z.guid().describe('Identifies the event. An event that arrives again has the same id.'),
  schema_version: z.int().describe('The version of this envelope. Fields are only added within a version.'),
  generation: z
    .int()
    .describe(
      'Raised when the service is restored from a backup, because versions then start again from older values.',
    ),
  occurred_utc: z
    .string()
    .meta({ format: 'date-time', example: '2026-05-24T23:03:29.514Z' })
    .describe("When the change was written, by the database's clock: UTC, with milliseconds. In a resync, its epoch."),
  user_id: z.int().describe('The account that the record belongs to. 0 in the end mark of a resync of all accounts.'),
  action: z.string().describe('What happened to the record. Ignore an event with an action that you do not know.'),
  entity_type: z.string().describe('The type of the record. Ignore events of types that you do not know.'),
  entity_id: z.int().describe('The id of the record.'),
  version: z
    .int()
    .describe(
      'The version of the record. Of two events of a record, the one with the higher (generation, version) is newer.',
    ),
  categories: z
    .array(z.string())
    .describe('What changed, in categories of this type. `other` stands for everything else.'),
  is_resync: z.boolean().describe('Whether the record was published again by a resync, without a change.'),
  entity: z.record(z.string(), z.unknown()).describe('The full record after the change, or before a deletion.'),
  private: z
    .record(z.string(), z.unknown())
    .describe('Fields for services and internal teams only. Webhooks and the event log leave them out.'),
  resync_epoch: z
    .string()
    .meta({ format: 'date-time', example: '2026-05-24T23:03:29.514Z' })
    .optional()
    .describe("When the resync began, by the database's clock in UTC. Only on events of a resync."),
});
export type ChangeEvent = z.infer<typeof changeEvent>;

export const SCHEMA_VERSION = 1;

/**
 * The action of an end mark. In a resync, a service publishes all records of one entity type again,
 * and then an end mark. The end mark contains no record.
 */
export const RESYNC_END = 'resync_end';
/** The `user_id` of an end mark when the resync was for all accounts. */
export const EVERY_ACCOUNT = 0;

/**
 * The topic on which a service republishes its records in a resync. It is a separate topic, so that
 * subscribers of changes do not receive unchanged records.
 */
export function resyncTopic(topic: string): string {
  return `${topic}.resync`;
}

/**
 * The ordering key of an event. Events with the same key arrive in order. The events of one record
 * arrive in the order of their versions. In a resync, the events of one entity type share a key, so
 * the end mark arrives last.
 */
export function eventKey(event: Pick<ChangeEvent, 'entity_type' | 'entity_id' | 'is_resync'>): string {
  return event.is_resync ? event.entity_type : `${event.entity_type}:${event.entity_id}`;
}
