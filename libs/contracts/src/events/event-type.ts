import { z } from 'zod';
import { instant } from '../shared/instants';

/** The events that a service publishes about one kind of record. */
export interface EventType {
  /** What the events are about, in one sentence. */
  summary: string;
  /** The schema of the record in `entity`. Events contain every field, even fields that an API response may omit. */
  entity: z.ZodObject;
  /**
   * The schema of `private`, which only services and internal teams receive. Empty for most types.
   */
  private: z.ZodObject;
  /**
   * The categories of changes of these records. `other` is not listed: it is for changes without a
   * category.
   */
  categories: readonly string[];
  /** Whether records of this type can be deleted. */
  isDeletable: boolean;
  /**
   * Whether the events are notices. A notice only states what may have changed, such as nights of a property. It
   * always has the action entity_update. Its version counts the notices with the same `entity_id`. A resync does not
   * publish notices.
   */
  isNotice: boolean;
}

/**
 * Describes a type of events. The defaults: no private fields, no categories, the records are never deleted, and the
 * events are not notices.
 */
export function eventType(type: Pick<EventType, 'summary' | 'entity'> & Partial<EventType>): EventType {
  return { private: z.object({}), categories: [], isDeletable: false, isNotice: false, ...type };
}

/**
 * Adds the time of deletion to the schema of a record, for events. Only the event of the deletion
 * contains it.
 */
export function deletable<Shape extends z.ZodRawShape>(record: z.ZodObject<Shape>) {
  return record.extend({
    deleted_utc: instant.optional().describe('When the record was deleted. Only in the event of its deletion.'),
  });
}
