import { MongoError } from '../errors/mongo-error';
import { isDocument, type Document } from '../values/document';
import type { IndexField } from './index-definition';

/** The keys of one document in one index. */
export interface IndexKeys {
  tuples: IndexTuple[];
  /** For each field, the prefixes of its path at which the document has an array. */
  multikeyPaths: Map<string, Set<string>>;
}

export interface IndexTuple {
  /**
   * One value for each field of the index. Undefined represents an empty array. Null represents
   * null or a missing field.
   */
  values: unknown[];
  /** Whether the document has at least one of the fields. If not, a sparse index has no entry for it. */
  anyFound: boolean;
}

/** The remaining part of a field's path. Undefined if the value of the field has been found. */
type Rest = string[] | undefined;

/**
 * The keys of a document in an index, as in MongoDB. There is one key for each element of an array.
 * An empty array has one key, with the value undefined. An array inside an array counts as one
 * value.
 * @throws MongoError 171 if two of the fields are different arrays, 16746 if a number in a path can
 * be an array index as well as a field name
 */
export function indexKeys(document: Document, fields: IndexField[]): IndexKeys {
  const keys: IndexKeys = { tuples: [], multikeyPaths: new Map() };
  const rests = fields.map((field) => field.parts);
  expand(keys, fields, document, rests, { values: new Array<unknown>(fields.length).fill(null), anyFound: false });
  return keys;
}

function expand(keys: IndexKeys, fields: IndexField[], from: unknown, rests: Rest[], known: IndexTuple): void {
  const values = [...known.values];
  const next: Rest[] = [...rests];
  let anyFound = known.anyFound;
  let array: { elements: unknown[]; path: string } | undefined;
  fields.forEach((field, i) => {
    const rest = rests[i];
    if (rest === undefined) return;
    const found = descend(from, rest);
    if (!Array.isArray(found.value)) {
      next[i] = undefined;
      anyFound ||= found.exists;
      values[i] = found.value;
      return;
    }
    if (array !== undefined && array.elements !== found.value) throw parallelArrays(field.path, array.path);
    array = { elements: found.value, path: field.path };
    next[i] = found.rest;
    anyFound ||= found.rest.length === 0;
    markMultikey(keys, field, found.rest.length);
  });
  if (array === undefined) {
    keys.tuples.push({ values, anyFound });
    return;
  }
  const ends = next.map((rest) => rest !== undefined && rest.length === 0);
  const deeper = next.map((rest, i) => (ends[i] ? undefined : rest));
  const isLast = deeper.every((rest) => rest === undefined);
  for (const element of array.elements.length === 0 ? [undefined] : array.elements) {
    const tuple = { values: values.map((value, i) => (ends[i] ? element : value)), anyFound };
    if (isLast) keys.tuples.push(tuple);
    else expand(keys, fields, isDocument(element) ? element : {}, deeper, tuple);
  }
}

/** Follows the path to its end, or to the first array for which the path contains no index. */
function descend(from: unknown, path: string[]): { value: unknown; rest: string[]; exists: boolean } {
  let value = from;
  for (let i = 0; i < path.length; i++) {
    const part = path[i] as string;
    if (Array.isArray(value)) {
      const position = /^(0|[1-9]\d*)$/.test(part) ? Number(part) : -1;
      if (position < 0 || position >= value.length) return { value, rest: path.slice(i), exists: true };
      if (value.some((element) => isDocument(element) && Object.hasOwn(element, part)))
        throw ambiguous(part, path[i - 1] ?? '');
      value = value[position];
    } else if (isDocument(value) && Object.hasOwn(value, part)) {
      value = value[part];
    } else {
      return { value: null, rest: [], exists: false };
    }
  }
  return { value, rest: [], exists: true };
}

function markMultikey(keys: IndexKeys, field: IndexField, remaining: number): void {
  const prefix = field.parts.slice(0, field.parts.length - remaining).join('.');
  const known = keys.multikeyPaths.get(field.path);
  if (known) known.add(prefix);
  else keys.multikeyPaths.set(field.path, new Set([prefix]));
}

function parallelArrays(path: string, other: string): MongoError {
  const last = (name: string) => name.slice(name.lastIndexOf('.') + 1);
  return new MongoError(
    171,
    'CannotIndexParallelArrays',
    `cannot index parallel arrays [${last(path)}] [${last(other)}]`,
  );
}

function ambiguous(part: string, array: string): MongoError {
  const text =
    'Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), ' +
    `field: '${part}' for array: ${array}`;
  return new MongoError(16746, 'Location16746', text);
}
