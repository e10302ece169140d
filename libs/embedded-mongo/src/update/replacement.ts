import { MongoError } from '../errors/mongo-error';
import { REFERENCE_NAMES } from '../query/operator-document';
import { keysOf, type Document } from '../values/document';

/**
 * Refuses a replacement with operators. MongoDB reserves top-level field names that start with a dollar sign.
 * @throws MongoError 52
 */
export function checkReplacement(replacement: Document): void {
  for (const name of keysOf(replacement)) {
    checkTopLevelName(name);
  }
}

/**
 * Checks the name of a top-level field that an update sets in a stored document. Refuses a name that starts with a
 * dollar sign, except the names of a DBRef. Nested fields may have such names.
 * @throws MongoError 52
 */
export function checkTopLevelName(name: string): void {
  if (!name.startsWith('$') || REFERENCE_NAMES.has(name)) return;
  throw new MongoError(
    52,
    'DollarPrefixedFieldName',
    `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  );
}
