import { isDocument, keysOf, type Document } from '../values/document';

/** The fields of a reference to another document (DBRef). */
export const REFERENCE_NAMES: ReadonlySet<string> = new Set(['$ref', '$id', '$db']);

/**
 * Whether a document contains operators, such as {$gt: 1}. A DBRef {$ref: …, $id: …} does not
 * count.
 */
export function isOperatorDocument(operand: unknown): operand is Document {
  if (!isDocument(operand)) return false;
  const names = keysOf(operand);
  return names[0]?.startsWith('$') === true && !(names.includes('$ref') && names.includes('$id'));
}
