import type { QueryFilter } from 'mongoose';

/**
 * A filter for a model whose document type is a type parameter. Mongoose derives a filter's type from the fields of the
 * document, and TypeScript cannot do that for a type parameter: it refuses filters whose fields it knows, and accepts
 * a record of any fields. So the fields that such a filter names are not checked.
 */
export function genericFilter<Document>(filter: Record<string, unknown>): QueryFilter<Document> {
  return filter;
}
