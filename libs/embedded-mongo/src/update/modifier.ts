import type { Document } from '../values/document';

/** The position of a change, for error messages. */
export interface Place {
  /** The document as it was before the update. */
  document: Document;
  /** The field name: the last part of the path. */
  field: string;
}

/** Changes the value at a path, for one update operator. */
export interface Modifier {
  /**
   * @param value the present value; undefined when there is none
   * @returns the new value; undefined to create nothing or, if `removes` is set, to remove the field
   */
  change(value: unknown, place: Place): unknown;
  /** Whether the modifier creates a missing path; otherwise it leaves such documents unchanged. */
  creates: boolean;
  /** Whether undefined removes the field. */
  removes?: boolean;
  /** Applied only to a document that an upsert inserts. */
  onInsertOnly?: boolean;
  /** $rename: the path of the source. */
  source?: string;
}

export function creating(change: Modifier['change']): Modifier {
  return { change, creates: true };
}

/** A modifier that changes existing values and creates none. */
export function changing(change: Modifier['change']): Modifier {
  return { change, creates: false };
}
