import { Int32, ObjectId, type BSONRegExp } from 'bson';
import { badValue } from '../errors/mongo-error';
import { compareRegex } from './compile-regex';
import { compareValues, typeOrder } from '../values/compare';
import { isInSorted } from '../values/is-in-sorted';
import { BsonType, isNumeric, typeOf } from '../values/type-of';
import type { Leaf } from './field-path';

export type Comparison = '$eq' | '$gt' | '$gte' | '$lt' | '$lte';

const NULL_ORDER = 5;
const MIN_ORDER = -1;
const MAX_ORDER = 127;

/**
 * Creates the test of $eq, $gt, $gte, $lt or $lte for one value. A value of another type never matches. Exceptions:
 * null equals a missing field, all numeric types are one type, and MinKey and MaxKey can be compared with any value.
 * NaN equals NaN, and is neither greater nor less than any value.
 */
export function comparisonLeaf(operator: Comparison, operand: unknown): Leaf {
  if (operator === '$eq') return equalityLeaf(operand);
  const order = typeOrder(operand);
  const passes = sidesOf(operator);
  if (order === NULL_ORDER) {
    const orEqual = operator === '$gte' || operator === '$lte';
    return (value) => orEqual && (value === null || value === undefined);
  }
  if (order === MIN_ORDER || order === MAX_ORDER) return extremeLeaf(operator, operand, order);
  if (isNaNValue(operand)) {
    const orEqual = operator === '$gte' || operator === '$lte';
    return (value) => orEqual && isNaNValue(value);
  }
  return (value) => typeOrder(value) === order && passes(compareValues(value, operand)) && !isNaNValue(value);
}

function sidesOf(operator: Comparison): (difference: number) => boolean {
  switch (operator) {
    case '$gt':
      return (difference) => difference > 0;
    case '$gte':
      return (difference) => difference >= 0;
    case '$lt':
      return (difference) => difference < 0;
    case '$lte':
      return (difference) => difference <= 0;
    case '$eq':
      return (difference) => difference === 0;
  }
}

/** Compares with MinKey or MaxKey. Every other value is greater than MinKey and less than MaxKey. */
function extremeLeaf(operator: Comparison, operand: unknown, order: number): Leaf {
  const passes = sidesOf(operator);
  const wholeOrder = operator.startsWith('$lt') ? MAX_ORDER : MIN_ORDER;
  return (value) => (typeOrder(value) === order ? passes(compareValues(value, operand)) : order === wholeOrder);
}

/** Whether the value is NaN, as a double or as a decimal. */
export function isNaNValue(value: unknown): boolean {
  const type = typeOf(value);
  if (type === BsonType.double) return Number.isNaN(Number(value));
  return type === BsonType.decimal && String(value) === 'NaN';
}

/** Creates a test of equality. For the types that are usual for keys, the test allocates no memory. */
export function equalityLeaf(operand: unknown): Leaf {
  if (operand === undefined) throw badValue('cannot compare to undefined');
  if (operand === null) return (value) => value === null || value === undefined;
  if (typeof operand === 'string')
    return (value) => value === operand || (typeof value === 'object' && compareValues(value, operand) === 0);
  if (typeof operand === 'boolean') return (value) => value === operand;
  if (operand instanceof ObjectId) return (value) => value instanceof ObjectId && value.equals(operand);
  const type = typeOf(operand);
  if (type === BsonType.int) {
    const number = Number(operand);
    return (value) =>
      value instanceof Int32 ? value.value === number : isNumeric(value) && compareValues(value, operand) === 0;
  }
  const order = typeOrder(operand);
  return (value) => typeOrder(value) === order && compareValues(value, operand) === 0;
}

/** Creates a test that matches strings by a regular expression, and values that are the same regular expression. */
export function regexLeaf(regex: RegExp | BSONRegExp): Leaf {
  const { test, isSame } = compareRegex(regex);
  return (value) => {
    const type = typeOf(value);
    if (type === BsonType.string) return test(value as string);
    if (type === BsonType.symbol) return test(String(value));
    return type === BsonType.regex && isSame(value as RegExp | BSONRegExp);
  };
}

/** Creates a test for values that are in the list. A regular expression in the list also matches strings. */
export function inLeaf(list: readonly unknown[]): Leaf {
  const strings = new Set<string>();
  const others: Leaf[] = [];
  const sorted: unknown[] = [];
  for (const item of list) {
    if (typeof item === 'string') strings.add(item);
    else if (typeOf(item) === BsonType.regex) others.push(regexLeaf(item as RegExp | BSONRegExp));
    else if (item === null) others.push((value) => value === null || value === undefined);
    else sorted.push(item);
  }
  sorted.sort(compareValues);
  return (value) => {
    if (typeof value === 'string') {
      if (strings.has(value)) return true;
    } else if (value !== undefined && sorted.length > 0 && isInSorted(sorted, value)) return true;
    for (const other of others) if (other(value)) return true;
    return false;
  };
}

/** Creates a test of equality, or a pattern match if the operand is a regular expression. */
export function valueOrRegexLeaf(operand: unknown): Leaf {
  return typeOf(operand) === BsonType.regex ? regexLeaf(operand as RegExp | BSONRegExp) : equalityLeaf(operand);
}
