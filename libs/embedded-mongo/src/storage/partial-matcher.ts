import { compileFilter } from '../query/compile-filter';
import type { Document } from '../values/decode';
import type { IndexDefinition } from './index-definition';

const compiled = new WeakMap<IndexDefinition, (document: Document) => boolean>();

/**
 * Returns a function that tests whether a partial index contains a document. It is compiled once
 * for each index.
 */
export function partialMatcher(index: IndexDefinition): (document: Document) => boolean {
  let matches = compiled.get(index);
  if (!matches) {
    const matcher = compileFilter(index.partialFilter ?? {}, { now: new Date(0) });
    matches = (document) => matcher.matches(document);
    compiled.set(index, matches);
  }
  return matches;
}
