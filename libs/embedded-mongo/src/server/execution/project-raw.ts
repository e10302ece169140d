import { LRUCache } from 'lru-cache';
import { compileProjection } from '../../projection/compile-projection';
import type { Evaluation } from '../../evaluation/evaluation';
import { decode } from '../../values/decode';
import { entriesOf, type Document } from '../../values/document';
import { encode } from '../../values/encode';
import { isTruthy } from '../../values/truth';
import { isNumeric } from '../../values/type-of';

type ProjectRaw = (raw: Buffer) => Buffer;

/** The maximum number of cached projections. Programs use only a few different ones. */
const MAX_KEPT = 500;
/** The cache of compiled projections, by their fields. */
const kept = new LRUCache<string, ProjectRaw>({ max: MAX_KEPT });

/**
 * Compiles a projection of encoded documents. A projection that only keeps and drops fields copies
 * bytes. Any other projection decodes each document.
 * @throws MongoError if the projection is malformed
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

/**
 * The key in the cache: the paths, each with + (keep) or - (drop). Undefined if the projection
 * contains anything else.
 */
function keyOf(projection: Document): string | undefined {
  let key = '';
  for (const [path, flag] of entriesOf(projection)) {
    if (typeof flag !== 'boolean' && !isNumeric(flag)) return undefined;
    // No path can contain a zero byte, because in BSON a zero byte ends a name.
    key += `${isTruthy(flag) ? '+' : '-'}${path}\0`;
  }
  return key;
}
