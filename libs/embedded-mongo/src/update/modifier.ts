import type { Document } from '../values/document';

/** The place of a change, for error messages. */
export interface FieldLocation {
  /** The document before the update. */
  document: Document;
  /** The field name, which is the last part of the path. */
  field: string;
}

/** The change that one update operator makes to the value at a path. */
export interface Modifier {
  /**
   * @param value the current value; undefined if the field is missing
   * @returns the new value. If the new value is undefined, a missing field is not created, and an
   * existing field is removed if `removes` is set
   */
  change(value: unknown, location: FieldLocation): unknown;
  /** Whether a missing path is created. If not, documents without the path are not changed. */
  creates: boolean;
  /** Whether an existing field is removed when `change` returns undefined. */
  removes?: boolean;
  /** Whether the modifier applies only to a document that an upsert inserts. */
  onInsertOnly?: boolean;
  /** For $rename: the path of the field that is renamed. */
  source?: string;
}

/** A modifier that creates a missing path. */
export function creating(change: Modifier['change']): Modifier {
  return { change, creates: true };
}

/** A modifier that changes only existing values. */
export function changing(change: Modifier['change']): Modifier {
  return { change, creates: false };
}
