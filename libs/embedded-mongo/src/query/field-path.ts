import { getField, isDocument, type Document } from '../values/document';

/** A dotted path and its parts. */
export interface FieldPath {
  dotted: string;
  parts: readonly string[];
  /** For each part of the path, the part as an array index, or -1 if it is not a number. */
  indexes: readonly number[];
}

/** A test of a value at the end of a path. If it returns true, no more values are tested. */
export type Leaf = (value: unknown) => boolean;

/**
 * Records the index of the matching element in the outermost array on the path, for the positional
 * operator.
 */
export interface Trace {
  index: number | undefined;
}

/**
 * For an array at the end of the path: whether its elements are tested too, or only the array as a
 * whole.
 */
export type LeafArrays = 'elements' | 'whole';

export function fieldPath(dotted: string): FieldPath {
  const parts = dotted.split('.');
  return { dotted, parts, indexes: parts.map((part) => (/^(0|[1-9]\d{0,9})$/.test(part) ? Number(part) : -1)) };
}

/**
 * Compiles a function that reads one field. A field may have the name of a property that every
 * JavaScript object inherits, such as "constructor".
 */
export function compileGetter(name: string): (document: Document) => unknown {
  if (name in Object.prototype) return (document) => getField(document, name);
  return (document) => document[name];
}

/**
 * Tests every value at the path, as MongoDB's filters do. A missing field is tested as undefined.
 * If a value on the path is an array, the path continues in each element that is a document. A
 * number in the path can be a field name or an array index.
 */
export function walkPath(document: Document, path: FieldPath, arrays: LeafArrays, leaf: Leaf, trace?: Trace): boolean {
  return walkDocument(document, path, 0, arrays, leaf, trace);
}

function walkDocument(
  document: Document,
  path: FieldPath,
  from: number,
  arrays: LeafArrays,
  leaf: Leaf,
  trace?: Trace,
): boolean {
  const last = path.parts.length - 1;
  let current = document;
  for (let at = from; ; at++) {
    const value = getField(current, path.parts[at] as string);
    if (Array.isArray(value)) return walkArray(value, path, at + 1, arrays, leaf, trace);
    if (at === last) return leaf(value);
    if (!isDocument(value)) return leaf(undefined);
    current = value;
  }
}

function walkArray(
  array: unknown[],
  path: FieldPath,
  rest: number,
  arrays: LeafArrays,
  leaf: Leaf,
  trace?: Trace,
): boolean {
  if (rest === path.parts.length) return walkLeafArray(array, arrays, leaf, trace);
  const wanted = path.indexes[rest] as number;
  for (let index = 0; index < array.length; index++) {
    const item = array[index];
    const inside = isDocument(item) && walkDocument(item, path, rest, arrays, leaf, trace);
    if (inside || (index === wanted && walkElement(item, path, rest, arrays, leaf, trace))) {
      if (trace) trace.index = index;
      return true;
    }
  }
  return false;
}

/** Tests an array element whose index is the path part at `rest`. */
function walkElement(
  item: unknown,
  path: FieldPath,
  rest: number,
  arrays: LeafArrays,
  leaf: Leaf,
  trace?: Trace,
): boolean {
  if (rest === path.parts.length - 1) return leaf(item);
  if (isDocument(item)) return walkDocument(item, path, rest + 1, arrays, leaf, trace);
  return Array.isArray(item) && walkArray(item, path, rest + 1, arrays, leaf, trace);
}

function walkLeafArray(array: unknown[], arrays: LeafArrays, leaf: Leaf, trace?: Trace): boolean {
  if (arrays === 'elements') {
    for (let index = 0; index < array.length; index++) {
      if (!leaf(array[index])) continue;
      if (trace) trace.index = index;
      return true;
    }
  }
  return leaf(array);
}
