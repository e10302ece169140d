import { EVENTS_KEPT_MS } from '@keyhaven/events/event-bus';
import { Schema, type SchemaDefinition, type SchemaDefinitionProperty } from 'mongoose';

/** A copy of a record of another service. */
export interface CopyDocument {
  _id: number;
  user_id: number;
  generation: number;
  version: number;
  /**
   * The time at which the content was valid: the time of the change, or the epoch of the resync.
   */
  published_utc?: Date;
  /** When the copy became a tombstone. Absent on all other copies. */
  deleted_utc?: Date;
  /**
   * The states of the copy before each change whose follow-up work has not been done yet, oldest
   * first. Null means that there was no copy.
   */
  follow_up?: { before: (CopyDocument | null)[] };
}

/** Fields that reads do not return. */
export const unreadCopyFields = { published_utc: 0, deleted_utc: 0, follow_up: 0 } as const;

/** A copy as a service reads it. */
export type CopyBody<Copy extends CopyDocument> = Omit<Copy, keyof typeof unreadCopyFields>;
/** The fields of a record that the copy keeps. */
export type CopyFields<Copy extends CopyDocument> = Omit<Copy, keyof CopyDocument>;

/** The maximum age of a redriven event that may create a copy, in milliseconds. */
export const REDRIVEN_CREATES_MS = 2 * EVENTS_KEPT_MS;

/**
 * How long a tombstone is kept, in seconds. The bus must keep events for a shorter time, because an
 * old event could restore the record after the tombstone is removed. Dead letters are kept for ever,
 * so tombstones must also be kept for longer than REDRIVEN_CREATES_MS.
 */
export const TOMBSTONE_SECONDS = (3 * EVENTS_KEPT_MS) / 1000;

/**
 * The schema for a collection of copies of one entity type: the copy's own fields, and the fields that every copy has.
 */
export function copySchema<Copy extends CopyDocument>(
  collection: string,
  fields: Record<keyof CopyFields<Copy>, SchemaDefinitionProperty>,
): Schema<Copy> {
  const definition: SchemaDefinition = {
    _id: { type: Number, required: true },
    user_id: { type: Number, required: true },
    generation: { type: Number, required: true },
    version: { type: Number, required: true },
    published_utc: Date,
    deleted_utc: Date,
    follow_up: Schema.Types.Mixed,
    ...fields,
  };
  return (
    new Schema<Copy>(definition, {
      collection,
      versionKey: false,
      minimize: false,
      autoIndex: false,
      autoCreate: false,
      strictQuery: false,
    })
      // Serves reads by id, conditional writes, and the end of a resync of one account, which reads the account's
      // copies in the order of their ids.
      .index({ user_id: 1, _id: 1 }, { unique: true })
      // Lets the database remove expired tombstones.
      .index({ deleted_utc: 1 }, { expireAfterSeconds: TOMBSTONE_SECONDS })
      // Serves the search for follow-up work that a crash interrupted.
      .index({ 'follow_up.before': 1 }, { partialFilterExpression: { 'follow_up.before': { $exists: true } } })
  );
}
