import { LRUCache } from 'lru-cache';
import { compileProjection } from '../../projection/compile-projection';
import type { Evaluation } from '../../evaluation/evaluation';
import { decode } from '../../values/decode';
import { entriesOf, type Document } from '../../values/document';
import { encode } from '../../values/encode';
import { isTruthy } from '../../values/truth';
import { isNumeric } from '../../values/type-of';

type ProjectRaw = (raw: Buffer) => Buffer;

/** The maximum number of compiled projections that are kept. Programs send few different ones. */
const MAX_KEPT = 500;
/** Compiled projections by their fields. Most commands send one that is kept. */
const kept = new LRUCache<string, ProjectRaw>({ max: MAX_KEPT });

/**
 * Compiles a projection of encoded documents. If it only keeps and drops fields, bytes are copied. Otherwise each
 * document is decoded.
 * @throws MongoError for a malformed projection
 */
export function projectRaw(projection: Document | undefined, evaluation: Evaluation): ProjectRaw {
  if (!projection) return (raw) => raw;
  const key = keyOf(projection);
  const known = key === undefined ? undefined : kept.get(key);
  if (known) return known;
  const compiled = compileProjection(projection, evaluation);
  if (!compiled.projectRaw) return (raw) => encode(compiled.project(decode(raw)));
  if (key !== undefined) kept.set(key, compiled.projectRaw);
  return compiled.projectRaw;
}

/** The paths and whether each is kept. Undefined if there is anything else in the projection. */
function keyOf(projection: Document): string | undefined {
  let key = '';
  for (const [path, flag] of entriesOf(projection)) {
    if (typeof flag !== 'boolean' && !isNumeric(flag)) return undefined;
    // No path contains a zero byte, because it ends names in BSON.
    key += `${isTruthy(flag) ? '+' : '-'}${path}\0`;
  }
  return key;
}
