import { locationError } from '../../errors';
import { compareValues, equalValues } from '../../values/compare';
import { int } from '../../values/number';
import { isNumeric, typeName } from '../../values/type-of';
import { asSmallInteger } from '../../values/whole-number';
import { binary, isNullish, unary, variadic, type Operators } from './operator';
import { show } from '../../values/show';

/** What finds something in an array, or counts it. */
export const ARRAY_SEARCH: Operators = {
  $isArray: unary((value) => Array.isArray(value)),
  $size: unary((value) => {
    if (!Array.isArray(value))
      throw locationError(17124, `The argument to $size must be an array, but was of type: ${typeName(value)}`);
    return int(value.length);
  }),
  $in: binary((value, array) => {
    if (!Array.isArray(array))
      throw locationError(40081, `$in requires an array as a second argument, found: ${typeName(array)}`);
    return array.some((item) => equalValues(item, value));
  }),
  $arrayElemAt: binary(elementAt),
  $first: unary((value) => endOf(value, '$first', 0)),
  $last: unary((value) => endOf(value, '$last', -1)),
  $indexOfArray: variadic(indexOf, 2, 4),
};

function elementAt(array: unknown, index: unknown): unknown {
  if (isNullish(array) || isNullish(index)) return null;
  if (!Array.isArray(array))
    throw locationError(28689, `$arrayElemAt's first argument must be an array, but is ${typeName(array)}`);
  if (!isNumeric(index))
    throw locationError(28690, `$arrayElemAt's second argument must be a numeric value, but is ${typeName(index)}`);
  const at = asSmallInteger(index);
  if (at === undefined)
    throw locationError(
      28691,
      `$arrayElemAt's second argument must be representable as a 32-bit integer: ${show(index)}`,
    );
  return array.at(at);
}

function endOf(value: unknown, name: string, at: number): unknown {
  if (isNullish(value)) return null;
  if (!Array.isArray(value))
    throw locationError(28689, `${name}'s argument must be an array, but is ${typeName(value)}`);
  return value.at(at);
}

function indexOf([array, wanted, start, end]: unknown[]): unknown {
  if (isNullish(array)) return null;
  if (!Array.isArray(array))
    throw locationError(40090, `$indexOfArray requires an array as a first argument, found: ${typeName(array)}`);
  const from = start === undefined ? 0 : bound(start, '$indexOfArray', 'starting');
  const to = Math.min(array.length, end === undefined ? Infinity : bound(end, '$indexOfArray', 'ending'));
  for (let at = from; at < to; at++) if (compareValues(array[at], wanted) === 0) return int(at);
  return int(-1);
}

/** A start or end of a search, which must be a whole number from 0 on. */
export function bound(value: unknown, name: string, which: string): number {
  const number = isNumeric(value) ? asSmallInteger(value) : undefined;
  if (number === undefined)
    throw locationError(
      40096,
      `${name} requires an integral ${which} index, found a value of type: ${typeName(value)}, with value: ${show(value)}`,
    );
  if (number < 0) throw locationError(40097, `${name} requires a nonnegative ${which} index, found: ${number}`);
  return number;
}
