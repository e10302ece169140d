import { Env, Scope } from '../aggregate/expression/scope';
import type { Evaluation, Matcher } from '../query/compile-filter';
import { keysOf, type Document } from '../values/document';
import { applyExclusion, applyInclusion } from './field-tree';
import { findOperators } from './find-operators';
import { parseProjection } from './parse-projection';

/**
 * Compiles the projection of a find (or a findAndModify): inclusion, exclusion, $slice, $elemMatch, the positional
 * operator (which needs the query's matcher) and computed fields.
 * @throws MongoError for anything malformed or unsupported, before any document is looked at
 */
export function compileProjection(
  projection: Document,
  evaluation: Evaluation,
  matcher?: Matcher,
): (document: Document) => Document {
  if (keysOf(projection).length === 0) return (document) => document;
  const { operators, after } = findOperators(evaluation, matcher);
  const { mode, tree } = parseProjection(projection, new Scope(evaluation), operators);
  const project =
    mode === 'inclusion'
      ? (document: Document) => applyInclusion(document, tree, new Env(document))
      : (document: Document) => applyExclusion(document, tree);
  if (after.length === 0) return project;
  return (document) => after.reduce((result, change) => change(result, document), project(document));
}
