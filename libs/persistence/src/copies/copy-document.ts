import { EVENTS_KEPT_MS } from '@keyhaven/events/event-bus';
import { Schema, type SchemaDefinition, type SchemaDefinitionProperty } from 'mongoose';

/** The copy of a record of another service. */
export interface CopyDocument {
  _id: number;
  user_id: number;
  generation: number;
  version: number;
  /** The time as of which the content is valid: the time of the change, or the epoch of a resync. */
  published_utc?: Date;
  /** Present on a tombstone: the copied record was deleted. */
  deleted_utc?: Date;
  /** The states of the copy before each change whose follow-up work is not done yet, oldest first; null for no copy. */
  follow_up?: { before: (CopyDocument | null)[] };
}

/** The bookkeeping fields of a copy, which reads do not return. */
export const unreadCopyFields = { published_utc: 0, deleted_utc: 0, follow_up: 0 } as const;

/** A copy as a service reads it. */
export type CopyBody<Copy extends CopyDocument> = Omit<Copy, keyof typeof unreadCopyFields>;
/** The fields that a service keeps of a record. */
export type CopyFields<Copy extends CopyDocument> = Omit<Copy, keyof CopyDocument>;

/** How long a tombstone stays: longer than a topic keeps events that could restore its record. */
export const TOMBSTONE_SECONDS = (3 * EVENTS_KEPT_MS) / 1000;

/** The schema of a collection of copies of one entity type: every field that the copy's type adds, and what every copy carries. */
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
      // Reads by id, the conditional writes, and the end of a resync, which goes through all copies by id.
      .index({ user_id: 1, _id: 1 }, { unique: true })
      // The database removes expired tombstones.
      .index({ deleted_utc: 1 }, { expireAfterSeconds: TOMBSTONE_SECONDS })
      // The follow-up work that a crash left.
      .index({ 'follow_up.before': 1 }, { partialFilterExpression: { 'follow_up.before': { $exists: true } } })
  );
}
