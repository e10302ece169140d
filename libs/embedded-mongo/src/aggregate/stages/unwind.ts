import { locationError } from '../../errors/mongo-error';
import {
  copyDocument,
  getField,
  isDocument,
  keysOf,
  removeField,
  setField,
  type Document,
} from '../../values/document';
import { long } from '../../values/number';
import { splitFieldPath } from '../../values/path-names';
import { typeName } from '../../values/type-of';
import type { Stage, StageCompiler } from './stage';

interface Unwind {
  parts: string[];
  preserve: boolean;
  indexParts?: string[];
}

/** $unwind: returns one document for each element of an array. */
export const compileUnwind: StageCompiler = (operand) => {
  const unwind = parseUnwind(operand);
  const stage: Stage = function* (source) {
    for (const document of source) yield* unwound(document, unwind);
  };
  return stage;
};

function parseUnwind(operand: unknown): Unwind {
  if (typeof operand === 'string') return { parts: pathParts(operand), preserve: false };
  if (!isDocument(operand))
    throw locationError(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeName(operand)}`,
    );
  for (const name of keysOf(operand)) {
    if (!['path', 'preserveNullAndEmptyArrays', 'includeArrayIndex'].includes(name))
      throw locationError(28811, `unrecognized option to $unwind stage: ${name}`);
  }
  const { path, preserveNullAndEmptyArrays: preserve = false, includeArrayIndex: index } = operand;
  if (path === undefined) throw locationError(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string')
    throw locationError(28808, `expected a string as the path for $unwind stage, got ${typeName(path)}`);
  if (typeof preserve !== 'boolean')
    throw locationError(
      28809,
      `expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got ${typeName(preserve)}`,
    );
  if (index !== undefined && (typeof index !== 'string' || index === ''))
    throw locationError(
      28810,
      `expected a non-empty string for the includeArrayIndex  option to $unwind stage, got ${typeName(index)}`,
    );
  if (typeof index === 'string' && index.startsWith('$'))
    throw locationError(28822, `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${index}`);
  return {
    parts: pathParts(path),
    preserve,
    indexParts: typeof index === 'string' ? splitFieldPath(index) : undefined,
  };
}

function pathParts(path: string): string[] {
  if (!path.startsWith('$'))
    throw locationError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  return splitFieldPath(path.slice(1));
}

function* unwound(document: Document, { parts, preserve, indexParts }: Unwind): Generator<Document> {
  const value = pathInDocuments(document, parts);
  const withIndex = (result: Document, index: number | null) =>
    indexParts ? setAt(result, indexParts, 0, index === null ? null : long(BigInt(index))) : result;
  if (!Array.isArray(value)) {
    const isNothing = value === null || value === undefined;
    if (!isNothing || preserve) yield withIndex(document, null);
  } else if (value.length === 0) {
    if (preserve) yield withIndex(setAt(document, parts, 0, undefined), null);
  } else {
    for (let index = 0; index < value.length; index++) yield withIndex(setAt(document, parts, 0, value[index]), index);
  }
}

/**
 * Reads a path through embedded documents only. If a value before the end of the path is an array,
 * the field counts as missing.
 */
function pathInDocuments(document: Document, parts: readonly string[]): unknown {
  let current: unknown = document;
  for (const part of parts) {
    if (!isDocument(current)) return undefined;
    current = getField(current, part);
  }
  return current;
}

/**
 * Copies a document and sets a value at a path through embedded documents. The value undefined
 * removes the field.
 */
export function setAt(document: Document, parts: readonly string[], at: number, value: unknown): Document {
  const copy = copyDocument(document);
  const name = parts[at] as string;
  if (at < parts.length - 1) {
    const inner = getField(copy, name);
    setField(copy, name, setAt(isDocument(inner) ? inner : {}, parts, at + 1, value));
  } else if (value === undefined) removeField(copy, name);
  else setField(copy, name, value);
  return copy;
}
