import { notSupported } from '../errors';
import type { Evaluation, Matcher } from '../query/compile-filter';
import type { Document } from '../values/document';

export type Update = Document | Document[];

export interface CompiledUpdate {
  isReplacement: boolean;
  /** The changed document; the input stays as it is. */
  apply(document: Document, matcher: Matcher): Document;
  /** The document that an upsert inserts, _id included (and first) where filter or update decide it. */
  upsert(filter: Document): Document;
}

export interface UpdateOptions {
  arrayFilters?: Document[];
  evaluation: Evaluation;
  multi?: boolean;
}

export function compileUpdate(_update: Update, _options: UpdateOptions): CompiledUpdate {
  throw notSupported('updates');
}
