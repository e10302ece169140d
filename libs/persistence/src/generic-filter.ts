import type { QueryFilter } from 'mongoose';

/**
 * A filter whose fields the compiler does not check. Mongoose derives the type of a filter from the
 * type of the document, which does not work for type parameters, paths of nested fields, and
 * elements of tuples.
 */
export function genericFilter<Document>(filter: Record<string, unknown>): QueryFilter<Document> {
  return filter;
}
