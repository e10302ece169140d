import { MongoError } from '../errors';
import { REFERENCE_NAMES } from '../query/operator-document';
import { keysOf, type Document } from '../values/document';

/**
 * A replacement has no operators: names that start with a dollar are MongoDB's own.
 * @throws MongoError 52
 */
export function checkReplacement(replacement: Document): void {
  for (const name of keysOf(replacement)) {
    checkTopLevelName(name);
  }
}

/**
 * An update gives a stored document no field of its own (of those within others it may) whose name starts with a dollar.
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
