import { expressionScope } from '../expression/compile-expression';
import type { Evaluation } from '../evaluation/evaluation';
import { Env } from '../expression/operators/scope';
import { keysOf, type Document } from '../values/document';
import { applyExclusion, applyInclusion } from './field-tree';
import { findOperators } from './find-operators';
import { parseProjection } from './parse-projection';
import { compileRawProjection } from './raw-projection';

/**
 * A compiled projection. It can be applied to decoded documents, and to encoded documents if
 * `projectRaw` is defined.
 */
export interface Projection {
  project(this: void, document: Document): Document;
  /**
   * Projects an encoded document by copying bytes. Undefined if the projection computes fields or
   * contains $slice.
   */
  projectRaw: ((raw: Buffer) => Buffer) | undefined;
}

/**
 * Compiles the projection of a find or findAndModify, which may contain inclusions, exclusions,
 * $slice and computed fields.
 * @throws MongoError if the projection is malformed or unsupported, before any document is read
 */
export function compileProjection(projection: Document, evaluation: Evaluation): Projection {
  if (keysOf(projection).length === 0) return { project: (document) => document, projectRaw: (raw) => raw };
  const { operators, after } = findOperators();
  const { mode, tree } = parseProjection(projection, expressionScope(evaluation), operators);
  const project =
    mode === 'inclusion'
      ? (document: Document) => applyInclusion(document, tree, new Env(document))
      : (document: Document) => applyExclusion(document, tree);
  if (after.length === 0) return { project, projectRaw: compileRawProjection(mode, tree) };
  const change = (document: Document) => after.reduce((result, next) => next(result), project(document));
  return { project: change, projectRaw: undefined };
}
