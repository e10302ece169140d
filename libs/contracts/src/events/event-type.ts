import { z } from 'zod';
import { instant } from '../shared/instants';

/** What a service publishes about one kind of record. */
export interface EventType {
  /** What the events are about, in one sentence. */
  summary: string;
  /** The record in `entity`: complete, also where lists and single reads leave fields out. */
  entity: z.ZodObject;
  /** The fields of `private`, which only services and internal teams receive. Empty for most types. */
  private: z.ZodObject;
  /** The categories of changes of such records, besides `other`. */
  categories: readonly string[];
  /** Whether records of this type can be deleted. */
  isDeletable: boolean;
  /**
   * Whether its events are notices about other records. They are always updates, their version counts notices, and a
   * resync does not publish them.
   */
  isNotice: boolean;
}

/** Describes a type of events. By default it has no private fields, no categories, and its records are never deleted. */
export function eventType(type: Pick<EventType, 'summary' | 'entity'> & Partial<EventType>): EventType {
  return { private: z.object({}), categories: [], isDeletable: false, isNotice: false, ...type };
}

/** A record as its events contain it: with the time of its deletion in the event of the deletion. */
export function deletable<Shape extends z.ZodRawShape>(record: z.ZodObject<Shape>) {
  return record.extend({
    deleted_utc: instant.optional().describe('When the record was deleted. Only in the event of its deletion.'),
  });
}
