import { expressionScope } from '../expression/compile-expression';
import type { Evaluation } from '../evaluation/evaluation';
import { Env } from '../expression/operators/scope';
import { keysOf, type Document } from '../values/document';
import { applyExclusion, applyInclusion } from './field-tree';
import { findOperators } from './find-operators';
import { parseProjection } from './parse-projection';

/**
 * Compiles the projection of a find or findAndModify, with inclusion, exclusion, $slice and computed fields.
 * @throws MongoError if the projection is malformed or unsupported, before any document is read
 */
export function compileProjection(projection: Document, evaluation: Evaluation): (document: Document) => Document {
  if (keysOf(projection).length === 0) return (document) => document;
  const { operators, after } = findOperators();
  const { mode, tree } = parseProjection(projection, expressionScope(evaluation), operators);
  const project =
    mode === 'inclusion'
      ? (document: Document) => applyInclusion(document, tree, new Env(document))
      : (document: Document) => applyExclusion(document, tree);
  if (after.length === 0) return project;
  return (document) => after.reduce((result, change) => change(result), project(document));
}
