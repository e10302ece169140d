import { recordUse } from '../usage/record-use';
import { badValue } from '../errors/mongo-error';
import { compileSort } from '../sort/sort-key';
import { compareValues } from '../values/compare';
import { entriesOf, isDocument, keysOf, type Document } from '../values/document';
import { show, showId } from '../values/show';
import { isNumeric, typeName } from '../values/type-of';
import { asSmallInteger } from '../values/whole-number';
import { creating, type Modifier } from './modifier';

export const PUSH_CLAUSES: ReadonlySet<string> = new Set(['$each', '$slice', '$sort', '$position']);

interface Push {
  items: readonly unknown[];
  position?: number;
  slice?: number;
  order?: (a: unknown, b: unknown) => number;
}

/** $push: adds one value, or applies {$each, $position, $sort, $slice} in this order. */
export function pushModifier(operand: unknown): Modifier {
  const push = parsePush(operand);
  return creating((value, location) => {
    if (value !== undefined && !Array.isArray(value)) {
      throw badValue(
        `The field '${location.field}' must be an array but is of type ${typeName(value)} in document ${showId(location.document)}`,
      );
    }
    return pushed(value ?? [], push);
  });
}

function pushed(array: readonly unknown[], push: Push): unknown[] {
  const at = insertionPoint(array.length, push.position);
  const result = [...array.slice(0, at), ...push.items, ...array.slice(at)];
  if (push.order) result.sort(push.order);
  if (push.slice === undefined) return result;
  return push.slice >= 0 ? result.slice(0, push.slice) : result.slice(push.slice);
}

function insertionPoint(length: number, position: number | undefined): number {
  if (position === undefined || position > length) return length;
  return position >= 0 ? position : Math.max(0, length + position);
}

function parsePush(operand: unknown): Push {
  if (!isDocument(operand) || keysOf(operand)[0]?.startsWith('$') !== true || operand['$each'] === undefined)
    return { items: [operand] };
  for (const name of keysOf(operand)) {
    recordUse('push', name);
    if (!PUSH_CLAUSES.has(name)) throw badValue(`Unrecognized clause in $push: ${name}`);
  }
  const each = operand['$each'];
  if (!Array.isArray(each))
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(each)}`);
  return {
    items: each,
    position: parseInteger(operand, '$position'),
    slice: parseInteger(operand, '$slice'),
    order: operand['$sort'] === undefined ? undefined : parseOrder(operand['$sort']),
  };
}

function parseInteger(clauses: Document, name: '$position' | '$slice'): number | undefined {
  const value = clauses[name];
  if (value === undefined) return undefined;
  const number = asSmallInteger(value);
  if (number !== undefined) return number;
  if (name === '$slice' && !isNumeric(value))
    throw badValue(`The value for $slice must be an integer value but was given type: ${typeName(value)}`);
  throw badValue(`The value for ${name} must be an integer value, not ${show(value)}`);
}

function parseOrder(operand: unknown): (a: unknown, b: unknown) => number {
  if (!isDocument(operand)) {
    const direction = asSmallInteger(operand);
    if (direction !== 1 && direction !== -1) throw badValue('The $sort element value must be either 1 or -1');
    return (a, b) => direction * compareValues(a, b);
  }
  if (keysOf(operand).length === 0) throw badValue('The $sort pattern is empty when it should be a set of fields.');
  for (const [name, direction] of entriesOf(operand)) {
    const number = asSmallInteger(direction);
    if (number !== 1 && number !== -1) throw badValue('The $sort element value must be either 1 or -1');
    if (name.split('.').includes(''))
      throw badValue(`The $sort field is a dotted field but has an empty part: ${name}`);
  }
  const sort = compileSort(operand);
  const keyOf = (item: unknown) => sort.key(isDocument(item) ? item : {});
  return (a, b) => sort.compare(keyOf(a), keyOf(b));
}
