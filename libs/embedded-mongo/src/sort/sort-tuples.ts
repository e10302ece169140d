import { badValue } from '../errors/mongo-error';
import type { FieldPath } from '../query/field-path';
import { getField, isDocument } from '../values/document';

/** How far the path of one sort field has been followed, and the value at that point. */
interface PathState {
  path: FieldPath;
  at: number;
  value: unknown;
  /**
   * Whether the value is final. An array element at the end of a path is final, even if it is
   * itself an array.
   */
  isFinal: boolean;
}

/**
 * The keys that an index on the paths would have for a document. Each key has one value for each
 * path. If there is an array, the document has one key for each element. The value is undefined for
 * an empty array, and null for a missing field. If several paths lead through the same array, their
 * values in one key come from the same element.
 * @throws MongoError 2 if paths lead through different arrays
 */
export function sortTuples(document: unknown, paths: readonly FieldPath[]): unknown[][] {
  const tuples: unknown[][] = [];
  expand(
    paths.map((path) => ({ path, at: 0, value: document, isFinal: false })),
    tuples,
  );
  return tuples;
}

function expand(states: readonly PathState[], tuples: unknown[][]): void {
  const reached = states.map(advance);
  const arrays = new Set(reached.filter(isOpenArray).map((state) => state.value as unknown[]));
  const [array, other] = arrays;
  if (other) throw badValue('cannot sort with keys that are parallel arrays');
  if (!array) {
    tuples.push(reached.map(({ value }) => (value === undefined ? null : value)));
    return;
  }
  if (array.length === 0) {
    tuples.push(
      reached.map((state) => (isOpenArray(state) ? emptyKey(state) : state.value === undefined ? null : state.value)),
    );
    return;
  }
  for (const item of array)
    expand(
      reached.map((state) => (isOpenArray(state) ? intoElement(state, item) : { ...state, isFinal: true })),
      tuples,
    );
}

function isOpenArray(state: PathState): boolean {
  return Array.isArray(state.value) && !state.isFinal;
}

function emptyKey(state: PathState): unknown {
  return state.at === state.path.parts.length ? undefined : null;
}

function intoElement(state: PathState, item: unknown): PathState {
  if (state.at === state.path.parts.length) return { ...state, value: item, isFinal: true };
  return isDocument(item) ? { ...state, value: item } : { ...state, value: undefined, isFinal: true };
}

/**
 * Follows the path through documents. Continues through an array only if the path contains an index there. Stops at the
 * end of the path, or at any other array.
 */
function advance(state: PathState): PathState {
  let { at, value } = state;
  if (state.isFinal) return state;
  while (at < state.path.parts.length) {
    if (isDocument(value)) value = getField(value, state.path.parts[at++] as string);
    else if (Array.isArray(value) && isPositional(value, state.path, at))
      value = value[state.path.indexes[at++] as number];
    else if (Array.isArray(value)) break;
    else return { ...state, value: undefined, isFinal: true };
  }
  return { ...state, at, value };
}

/**
 * Whether a number in the path is an array index. If a document in the array has a field with this name, the number is
 * a field name.
 */
function isPositional(array: readonly unknown[], path: FieldPath, at: number): boolean {
  const index = path.indexes[at] as number;
  return (
    index >= 0 &&
    index < array.length &&
    !array.some((item) => isDocument(item) && getField(item, String(index)) !== undefined)
  );
}
