import type { Document } from '../values/document';

/** Where a change is made, for error messages. */
export interface FieldLocation {
  /** The document before the update. */
  document: Document;
  /** The field name, which is the last part of the path. */
  field: string;
}

/** Changes the value at a path, for one update operator. */
export interface Modifier {
  /**
   * @param value the current value; undefined if there is none
   * @returns the new value. Undefined creates nothing, and removes the field if `removes` is set
   */
  change(value: unknown, location: FieldLocation): unknown;
  /** Whether the modifier creates a missing path. Otherwise it does not change documents without the path. */
  creates: boolean;
  /** Whether undefined removes the field. */
  removes?: boolean;
  /** Whether to apply the modifier only to a document that an upsert inserts. */
  onInsertOnly?: boolean;
  /** For $rename: the path of the source. */
  source?: string;
}

/** A modifier that creates a missing path. */
export function creating(change: Modifier['change']): Modifier {
  return { change, creates: true };
}

/** A modifier that changes existing values and creates none. */
export function changing(change: Modifier['change']): Modifier {
  return { change, creates: false };
}
