import { MongoError } from '../errors';
import { keysOf, type Document } from '../values/document';

/**
 * A replacement has no operators: names that start with a dollar are MongoDB's own.
 * @throws MongoError 52
 */
export function checkReplacement(replacement: Document): void {
  for (const name of keysOf(replacement)) {
    if (!name.startsWith('$') || name === '$ref' || name === '$id' || name === '$db') continue;
    throw new MongoError(
      52,
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
}
