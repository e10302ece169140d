import { locationError, notSupported } from '../errors/mongo-error';
import { recordUse } from '../usage/record-use';
import { copyDocument, getField, isDocument, keysOf, setField, type Document } from '../values/document';
import { splitFieldPath } from '../values/path-names';
import { show } from '../values/show';
import { typeName } from '../values/type-of';
import { asSmallInteger } from '../values/whole-number';
import type { FindOperators } from './parse-projection';

/** A change that is applied to a document after its projection. */
export type AfterProjection = (result: Document) => Document;

/**
 * Handles $slice, which is allowed only in the projection of find and findAndModify. Refuses
 * $elemMatch, $meta and the positional `field.$`.
 */
export function findOperators(): { operators: FindOperators; after: AfterProjection[] } {
  const after: AfterProjection[] = [];
  const operators: FindOperators = (path, operand, marks) => {
    if (path.split('.').includes('$')) throw notSupported('the positional operator $ in a projection');
    if (!isDocument(operand) || keysOf(operand).length !== 1) return false;
    const name = keysOf(operand)[0] as string;
    if (name === '$elemMatch' || name === '$meta') throw notSupported(`${name} in a projection`);
    if (name !== '$slice') return false;
    recordUse('projection', name);
    marks.accompany(path);
    after.push(sliceArray(splitFieldPath(path), parseSlice(operand['$slice'])));
    return true;
  };
  return { operators, after };
}

interface Slice {
  skip?: number;
  count: number;
}

function parseSlice(operand: unknown): Slice {
  if (!Array.isArray(operand)) {
    const count = asSmallInteger(operand);
    if (count === undefined)
      throw locationError(28724, `First argument to $slice must be an array, but is of type: ${typeName(operand)}`);
    return { count };
  }
  const [skip, count] = (operand as unknown[]).map(asSmallInteger);
  if (operand.length !== 2 || skip === undefined || count === undefined)
    throw notSupported(`$slice of ${show(operand)} in a projection`);
  if (count <= 0) throw locationError(28729, `Third argument to $slice must be positive: ${count}`);
  return { skip, count };
}

function sliceArray(parts: readonly string[], slice: Slice): AfterProjection {
  return (result) => sliceAt(result, parts, 0, slice) as Document;
}

/**
 * Slices the array at a path. If a value on the path is an array, slices in each of its elements.
 */
function sliceAt(value: unknown, parts: readonly string[], at: number, slice: Slice): unknown {
  if (Array.isArray(value)) {
    if (at === parts.length) return sliced(value, slice);
    return (value as unknown[]).map((item) => (isDocument(item) ? sliceAt(item, parts, at, slice) : item));
  }
  if (at === parts.length || !isDocument(value)) return value;
  const name = parts[at] as string;
  const inner = getField(value, name);
  if (inner === undefined) return value;
  const changed = sliceAt(inner, parts, at + 1, slice);
  if (changed === inner) return value;
  const copy = copyDocument(value);
  setField(copy, name, changed);
  return copy;
}

function sliced(array: readonly unknown[], { skip, count }: Slice): unknown[] {
  if (skip === undefined) return count >= 0 ? array.slice(0, count) : array.slice(count);
  const from = skip >= 0 ? skip : Math.max(0, array.length + skip);
  return array.slice(from, from + count);
}
