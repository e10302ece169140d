import { compileGetter, walkPath, type FieldPath, type Leaf, type LeafArrays, type Trace } from './field-path';

/**
 * A compiled filter. If a trace is given, the index of the matching array element is stored in it.
 */
export type Test<T> = (subject: T, trace?: Trace) => boolean;

/**
 * A compiled condition for one field, which can be applied in two ways: to all values at a path, or
 * to one array element in an $elemMatch.
 */
export type Condition =
  | { kind: 'value'; leaf: Leaf; arrays: LeafArrays }
  | { kind: 'element'; element: Leaf }
  | { kind: 'not'; all: readonly Condition[] };

export function valueCondition(leaf: Leaf, arrays: LeafArrays = 'elements'): Condition {
  return { kind: 'value', leaf, arrays };
}

export function negated(...all: Condition[]): Condition {
  return { kind: 'not', all };
}

/** Creates a test of a condition for one value, without looking at the elements of an array. */
export function onValue(condition: Condition): Leaf {
  switch (condition.kind) {
    case 'value':
      return condition.leaf;
    case 'element':
      return (value) => Array.isArray(value) && value.some(condition.element);
    case 'not': {
      const leaves = condition.all.map(onValue);
      return (value) => !leaves.every((leaf) => leaf(value));
    }
  }
}

/** Creates a test of a condition for the values at a path of a document. */
export function onPath(path: FieldPath, condition: Condition): Test<Record<string, unknown>> {
  switch (condition.kind) {
    case 'value':
      return valuesOnPath(path, condition.leaf, condition.arrays);
    case 'element':
      return elementOnPath(path, condition.element);
    case 'not': {
      const tests = condition.all.map((inner) => onPath(path, inner));
      return (document) => !tests.every((test) => test(document));
    }
  }
}

/**
 * Tests the values at a path. A top-level field that is not an array is read directly, which is
 * faster.
 */
function valuesOnPath(path: FieldPath, leaf: Leaf, arrays: LeafArrays): Test<Record<string, unknown>> {
  if (path.parts.length > 1) return (document, trace) => walkPath(document, path, arrays, leaf, trace);
  const get = compileGetter(path.dotted);
  return (document, trace) => {
    const value = get(document);
    return Array.isArray(value) ? walkPath(document, path, arrays, leaf, trace) : leaf(value);
  };
}

function elementOnPath(path: FieldPath, element: Leaf): Test<Record<string, unknown>> {
  return (document, trace) => {
    let found: number | undefined;
    const inArray: Leaf = (value) => {
      if (!Array.isArray(value)) return false;
      const index = value.findIndex(element);
      if (index >= 0) found = index;
      return index >= 0;
    };
    const outer: Trace = { index: undefined };
    if (!walkPath(document, path, 'whole', inArray, outer)) return false;
    if (trace) trace.index = outer.index ?? found;
    return true;
  };
}
