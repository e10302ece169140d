import { badValue, MongoError, notSupported } from '../errors/mongo-error';
import { compileGetter, fieldPath, type FieldPath } from '../query/field-path';
import { compareValues } from '../values/compare';
import { entriesOf, getField, isDocument, type Document } from '../values/document';
import { asSmallInteger } from '../values/whole-number';
import { sortTuples } from './sort-tuples';
import { isNumeric } from '../values/type-of';
import { splitFieldPath } from '../values/path-names';
import { show } from '../values/show';

export interface CompiledSort {
  /** Returns the sort key of a document, with one value for each sort field. */
  key(this: void, document: Document): unknown[];
  compare(this: void, a: unknown[], b: unknown[]): number;
}

/** The maximum number of fields of a sort, as in MongoDB. */
const MAX_FIELDS = 32;

/**
 * Compiles a sort. If a sort field is an array, the sort key is its smallest element for an
 * ascending field, and its largest for a descending one. For several fields of one array, the
 * values are from the same element. An empty array sorts below null. A missing field sorts as null.
 * @throws MongoError 15975 and others for a malformed pattern
 */
export function compileSort(sort: Document): CompiledSort {
  const fields = entriesOf(sort).map(([name, direction]) => compileField(name, direction));
  if (fields.length > MAX_FIELDS) throw badValue('too many compound keys');
  const compare = fields.length === 1 ? compareSingle(fields[0] as SortField) : compareTuples(fields);
  const paths = fields.map(({ path }) => path);
  return {
    compare,
    key(document) {
      const key = plainKey(document, fields);
      if (key) return key;
      return sortTuples(document, paths).reduce((best, tuple) => (compare(tuple, best) < 0 ? tuple : best));
    },
  };
}

function compareSingle({ direction }: SortField): CompiledSort['compare'] {
  return (a, b) => direction * compareValues(a[0], b[0]);
}

function compareTuples(fields: readonly SortField[]): CompiledSort['compare'] {
  return (a, b) => {
    for (let at = 0; at < fields.length; at++) {
      const difference = compareValues(a[at], b[at]);
      if (difference !== 0) return (fields[at] as SortField).direction * difference;
    }
    return 0;
  };
}

/** The sort key of a document. Undefined if a value on the paths of the sort is an array. */
function plainKey(document: Document, fields: readonly SortField[]): unknown[] | undefined {
  const key: unknown[] = [];
  for (const { path, get } of fields) {
    let value: unknown = get(document);
    for (let at = 1; at < path.parts.length && value !== undefined; at++) {
      if (Array.isArray(value)) return undefined;
      value = isDocument(value) ? getField(value, path.parts[at] as string) : undefined;
    }
    if (Array.isArray(value)) return undefined;
    key.push(value === undefined ? null : value);
  }
  return key;
}

interface SortField {
  direction: 1 | -1;
  path: FieldPath;
  /** Reads the first part of the path in a document. */
  get(this: void, document: Document): unknown;
}

function compileField(name: string, operand: unknown): SortField {
  if (isDocument(operand)) {
    if ('$meta' in operand) throw notSupported('$meta in a sort');
    throw new MongoError(15974, 'Location15974', `Illegal key in $sort specification: ${name}`);
  }
  if (!isNumeric(operand))
    throw new MongoError(15974, 'Location15974', `Illegal key in $sort specification: ${name}: ${show(operand)}`);
  const direction = asSmallInteger(operand);
  if (direction !== 1 && direction !== -1) {
    throw new MongoError(15975, 'Location15975', '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  }
  splitFieldPath(name);
  const path = fieldPath(name);
  return { direction, path, get: compileGetter(path.parts[0] as string) };
}
