import { compileGetter, walkPath, type FieldPath, type Leaf, type LeafArrays, type Trace } from './field-path';

/** A compiled filter. When given a trace, it records which array element matched. */
export type Test<T> = (subject: T, trace?: Trace) => boolean;

/**
 * The test of a field's operators, independent of the values that it runs on: all values at a path, or ($elemMatch) one
 * array element.
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

/** Tests a condition on one value, without traversing it. */
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

/** Tests a condition on the values at a path of a document. */
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

/** Fast path: a top-level field that is not an array is read directly. */
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
