import type { Document } from '../values/decode';

export interface IndexField {
  path: string;
  parts: string[];
  direction: 1 | -1;
}

/** An index as the catalog stores it. */
export interface IndexDefinition {
  /**
   * The id with which the keys of all entries begin. It is never reused, even after the index was
   * dropped.
   */
  id: number;
  name: string;
  fields: IndexField[];
  unique: boolean;
  sparse: boolean;
  partialFilter?: Document;
  expireAfterSeconds?: number;
  /**
   * For each field, the prefixes of its path that are an array in some document, such as `{ 'a.b': ['a'] }`. As in
   * MongoDB, a prefix stays in the list even when no such document is left.
   */
  multikeyPaths: Record<string, string[]>;
  /**
   * Whether an entry was truncated because its key was too long for LMDB. If so, the order of the
   * entries cannot be used for sorting.
   */
  hasCutEntries: boolean;
}

export function isMultikey(index: IndexDefinition): boolean {
  return Object.values(index.multikeyPaths).some((paths) => paths.length > 0);
}

export function isMultikeyField(index: IndexDefinition, path: string): boolean {
  return (index.multikeyPaths[path]?.length ?? 0) > 0;
}

/**
 * Whether a path contains a number. The number is either an array index or a field name in the elements of the array.
 * An index and a query may interpret the same number differently.
 */
export function isPositional(path: string): boolean {
  return /(^|\.)\d+(\.|$)/.test(path);
}

export function keyPattern(index: IndexDefinition): Document {
  return Object.fromEntries(index.fields.map((field) => [field.path, field.direction]));
}

/** The specification of an index, in the format of createIndexes and listIndexes. */
export function indexSpecification(index: IndexDefinition): Document {
  return {
    v: 2,
    key: keyPattern(index),
    name: index.name,
    ...(index.unique && index.name !== '_id_' ? { unique: true } : {}),
    ...(index.sparse ? { sparse: true } : {}),
    ...(index.partialFilter ? { partialFilterExpression: index.partialFilter } : {}),
    ...(index.expireAfterSeconds !== undefined ? { expireAfterSeconds: index.expireAfterSeconds } : {}),
  };
}

export function indexField(path: string, direction: 1 | -1): IndexField {
  return { path, parts: path.split('.'), direction };
}

/** The index on _id, which every collection has. */
export function idIndex(id: number): IndexDefinition {
  return {
    id,
    name: '_id_',
    fields: [indexField('_id', 1)],
    unique: true,
    sparse: false,
    multikeyPaths: {},
    hasCutEntries: false,
  };
}

/**
 * The result of `pathsOf` for each index. It is cached, because every write needs it for all
 * indexes.
 */
const paths = new WeakMap<IndexDefinition, readonly string[][]>();

/**
 * The paths whose values determine the entries of a document in an index. Each path is split at the
 * dots.
 */
export function pathsOf(index: IndexDefinition): readonly string[][] {
  let known = paths.get(index);
  if (!known) {
    known = [...index.fields.map((field) => field.parts), ...filterPaths(index.partialFilter ?? {})];
    paths.set(index, known);
  }
  return known;
}

function filterPaths(filter: Document): string[][] {
  return Object.entries(filter).flatMap(([key, value]) =>
    key.startsWith('$') ? (value as Document[]).flatMap(filterPaths) : [key.split('.')],
  );
}

/** The top-level fields that determine the entries of a document in an index. */
export function rootsOf(index: IndexDefinition): Set<string> {
  return new Set(pathsOf(index).map(([root]) => root as string));
}
