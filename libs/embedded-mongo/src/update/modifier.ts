import type { Document } from '../values/document';

/** What a modifier needs of the document that it changes, for its messages. */
export interface Place {
  /** The document as it was before the update. */
  document: Document;
  /** The field's own name: the last part of the path. */
  field: string;
}

/** What an operator does with the value at its path. */
export interface Modifier {
  /**
   * @param value the value there, undefined when there is none
   * @returns the new value; undefined when there is nothing to create, or for `removes` when the field is to go
   */
  change(value: unknown, place: Place): unknown;
  /** Whether the modifier creates the path when it is missing; those that do not leave the document as it is. */
  creates: boolean;
  /** Whether undefined removes the field. */
  removes?: boolean;
  /** Applied only to a document that an upsert inserts. */
  onInsertOnly?: boolean;
  /** $rename: the path that the value comes from. */
  source?: string;
}

export function creating(change: Modifier['change']): Modifier {
  return { change, creates: true };
}

/** Changes what is there, and leaves alone what is not. */
export function changing(change: Modifier['change']): Modifier {
  return { change, creates: false };
}
