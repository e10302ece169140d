import { badValue } from '../errors';
import type { FieldPath } from '../query/field-path';
import { getField, isDocument } from '../values/document';

/** The traversal state of one field of a sort: the current value, and the rest of the path. */
interface Place {
  path: FieldPath;
  at: number;
  value: unknown;
  /** Whether the value is final: an array element at the end of the path is not traversed, even when it is an array. */
  isFinal: boolean;
}

/**
 * The keys that an index on the paths would have for a document, one value per path. An array has one key for each
 * element, an empty array has undefined, a missing field has null. Paths through the same array are traversed together.
 * @throws MongoError 2 for paths through different arrays
 */
export function sortTuples(document: unknown, paths: readonly FieldPath[]): unknown[][] {
  const tuples: unknown[][] = [];
  expand(
    paths.map((path) => ({ path, at: 0, value: document, isFinal: false })),
    tuples,
  );
  return tuples;
}

function expand(places: readonly Place[], tuples: unknown[][]): void {
  const reached = places.map(advance);
  const arrays = new Set(reached.filter(isOpenArray).map((place) => place.value as unknown[]));
  const [array, other] = arrays;
  if (other) throw badValue('cannot sort with keys that are parallel arrays');
  if (!array) {
    tuples.push(reached.map(({ value }) => (value === undefined ? null : value)));
    return;
  }
  if (array.length === 0) {
    tuples.push(
      reached.map((place) => (isOpenArray(place) ? emptyKey(place) : place.value === undefined ? null : place.value)),
    );
    return;
  }
  for (const item of array)
    expand(
      reached.map((place) => (isOpenArray(place) ? intoElement(place, item) : { ...place, isFinal: true })),
      tuples,
    );
}

function isOpenArray(place: Place): boolean {
  return Array.isArray(place.value) && !place.isFinal;
}

function emptyKey(place: Place): unknown {
  return place.at === place.path.parts.length ? undefined : null;
}

function intoElement(place: Place, item: unknown): Place {
  if (place.at === place.path.parts.length) return { ...place, value: item, isFinal: true };
  return isDocument(item) ? { ...place, value: item } : { ...place, value: undefined, isFinal: true };
}

/** Descends through documents, and through arrays by index, to the end of the path or to an array. */
function advance(place: Place): Place {
  let { at, value } = place;
  if (place.isFinal) return place;
  while (at < place.path.parts.length) {
    if (isDocument(value)) value = getField(value, place.path.parts[at++] as string);
    else if (Array.isArray(value) && isPositional(value, place.path, at))
      value = value[place.path.indexes[at++] as number];
    else if (Array.isArray(value)) break;
    else return { ...place, value: undefined, isFinal: true };
  }
  return { ...place, at, value };
}

/** A number in the path is an index unless a document in the array has a field of that name. */
function isPositional(array: readonly unknown[], path: FieldPath, at: number): boolean {
  const index = path.indexes[at] as number;
  return (
    index >= 0 &&
    index < array.length &&
    !array.some((item) => isDocument(item) && getField(item, String(index)) !== undefined)
  );
}
