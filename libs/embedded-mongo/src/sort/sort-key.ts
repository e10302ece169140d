import { badValue, MongoError, notSupported } from '../errors';
import { compileGetter, fieldPath, type FieldPath } from '../query/field-path';
import { compareValues } from '../values/compare';
import { entriesOf, getField, isDocument, type Document } from '../values/document';
import { asSmallInteger } from '../values/whole-number';
import { isNumeric } from '../values/type-of';

export interface CompiledSort {
  /** What the document is sorted by: one value a field. */
  key(document: Document): unknown[];
  compare(a: unknown[], b: unknown[]): number;
}

/** MongoDB's own limit. */
const MAX_FIELDS = 32;

/**
 * Compiles a sort: per field, ascending takes the smallest and descending the largest value that an index would hold
 * for the document; an empty array sorts below null, a missing field as null.
 * @throws MongoError 15975 and others for a malformed pattern
 */
export function compileSort(sort: Document): CompiledSort {
  const fields = entriesOf(sort).map(([name, direction]) => compileField(name, direction));
  if (fields.length > MAX_FIELDS) throw badValue('too many compound keys');
  const single = fields.length === 1 ? fields[0] : undefined;
  if (single) {
    const { direction } = single;
    return { key: (document) => [single.value(document)], compare: (a, b) => direction * compareValues(a[0], b[0]) };
  }
  return {
    key: (document) => fields.map((field) => field.value(document)),
    compare(a, b) {
      for (let at = 0; at < fields.length; at++) {
        const difference = compareValues(a[at], b[at]);
        if (difference !== 0) return (fields[at] as SortField).direction * difference;
      }
      return 0;
    },
  };
}

interface SortField {
  direction: 1 | -1;
  value(document: Document): unknown;
}

function compileField(name: string, operand: unknown): SortField {
  if (isDocument(operand)) {
    if ('$meta' in operand) throw notSupported('$meta in a sort');
    throw new MongoError(15974, 'Location15974', `Illegal key in $sort specification: ${name}`);
  }
  if (!isNumeric(operand))
    throw new MongoError(15974, 'Location15974', `Illegal key in $sort specification: ${name}: ${String(operand)}`);
  const direction = asSmallInteger(operand);
  if (direction !== 1 && direction !== -1) {
    throw new MongoError(15975, 'Location15975', '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  }
  if (name === '' || name.split('.').includes('')) {
    throw new MongoError(40352, 'Location40352', 'FieldPath field names may not be empty strings.');
  }
  if (name.startsWith('$'))
    throw new MongoError(
      16410,
      'Location16410',
      `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
    );
  return { direction, value: compileValue(fieldPath(name), direction) };
}

function compileValue(path: FieldPath, direction: 1 | -1): (document: Document) => unknown {
  if (path.parts.length > 1) return (document) => extreme(document, path, direction);
  const get = compileGetter(path.dotted);
  return (document) => {
    const value = get(document);
    if (Array.isArray(value)) return extreme(document, path, direction);
    return value === undefined ? null : value;
  };
}

/** The smallest (or largest) of the values that an index on the path would hold. */
function extreme(document: Document, path: FieldPath, direction: 1 | -1): unknown {
  let best: unknown;
  let found = false;
  forEachKey(document, path, 0, (value) => {
    if (!found || direction * compareValues(value, best) < 0) best = value;
    found = true;
  });
  return best;
}

/** The keys that an index would have: undefined stands for an empty array, null for what is missing. */
function forEachKey(value: unknown, path: FieldPath, at: number, visit: (value: unknown) => void): void {
  if (at === path.parts.length) {
    if (!Array.isArray(value)) return visit(value === undefined ? null : value);
    if (value.length === 0) return visit(undefined);
    for (const item of value) visit(item);
    return;
  }
  if (isDocument(value)) return forEachKey(getField(value, path.parts[at] as string), path, at + 1, visit);
  if (!Array.isArray(value)) return visit(null);
  const index = path.indexes[at] as number;
  const positional =
    index >= 0 &&
    index < value.length &&
    !value.some((item) => isDocument(item) && getField(item, String(index)) !== undefined);
  if (positional) return forEachKey(value[index], path, at + 1, visit);
  if (value.length === 0) return visit(null);
  for (const item of value) forEachKey(Array.isArray(item) ? undefined : item, path, at, visit);
}
