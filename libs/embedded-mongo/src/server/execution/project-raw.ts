import { entriesOf, isDocument, type Document } from '../../values/document';
import { pickFields } from '../../storage/raw-document';
import { compileProjection } from '../../projection/compile-projection';
import type { Evaluation } from '../../evaluation/evaluation';
import { decode } from '../../values/decode';
import { encode } from '../../values/encode';
import { isNumeric } from '../../values/type-of';

/**
 * Compiles a projection of encoded documents. For a plain list of top-level fields, bytes are copied. For all other
 * projections, each document is decoded.
 * @throws MongoError for a malformed projection
 */
export function projectRaw(projection: Document | undefined, evaluation: Evaluation): (raw: Buffer) => Buffer {
  if (!projection || entriesOf(projection).length === 0) return (raw) => raw;
  const project = compileProjection(projection, evaluation);
  return plainProjection(projection) ?? ((raw) => encode(project(decode(raw))));
}

/** Compiles `{ a: 1, b: 1 }` or `{ a: 0 }`, each with or without `_id`. Undefined for all other projections. */
function plainProjection(projection: Document): ((raw: Buffer) => Buffer) | undefined {
  const wanted = new Map<string, boolean>();
  for (const [name, value] of entriesOf(projection)) {
    if (name.includes('.') || name.startsWith('$') || isDocument(value)) return undefined;
    if (typeof value !== 'boolean' && !isNumeric(value)) return undefined;
    wanted.set(name, typeof value === 'boolean' ? value : Number(value) !== 0);
  }
  const id = wanted.get('_id');
  wanted.delete('_id');
  const isInclusion = wanted.size > 0 ? [...wanted.values()].every(Boolean) : id === true;
  if (isInclusion) return (raw) => pickFields(raw, (name) => (name === '_id' ? id !== false : wanted.has(name)));
  return (raw) => pickFields(raw, (name) => (name === '_id' ? id !== false : !wanted.has(name)));
}
