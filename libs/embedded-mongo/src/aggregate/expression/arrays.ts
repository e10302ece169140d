import { locationError } from '../../errors';
import { compileSort } from '../../sort/sort-key';
import { compareValues } from '../../values/compare';
import { isDocument } from '../../values/document';
import { int } from '../../values/number';
import { isNumeric, typeName } from '../../values/type-of';
import { asSmallInteger } from '../../values/whole-number';
import { compileIn } from './compile-expression';
import { requireArraySize } from './limits';
import { isNullish, named, rawNamed, unary, variadic, type Operators } from './operator';
import type { Evaluate, Scope } from './scope';
import { show } from '../../values/show';

/** What makes arrays of arrays. */
export const ARRAYS: Operators = {
  $concatArrays: variadic(concatenate),
  $reverseArray: unary((value) => {
    if (isNullish(value)) return null;
    if (!Array.isArray(value))
      throw locationError(34435, `The argument to $reverseArray must be an array, but was of type: ${typeName(value)}`);
    return [...(value as unknown[])].reverse();
  }),
  $slice: variadic(slice, 2, 3),
  $range: variadic(range, 2, 3),
  $sortArray: compileSortArray,
  $zip: compileZip,
  $firstN: (operand, scope, name) => compileSome(operand, scope, name, (array, count) => array.slice(0, count)),
  $lastN: (operand, scope, name) => compileSome(operand, scope, name, (array, count) => array.slice(-count)),
  $minN: (operand, scope, name) =>
    compileSome(operand, scope, name, (array, count) => presentValues(array).sort(compareValues).slice(0, count)),
  $maxN: (operand, scope, name) =>
    compileSome(operand, scope, name, (array, count) =>
      presentValues(array)
        .sort((a, b) => compareValues(b, a))
        .slice(0, count),
    ),
};

function concatenate(values: unknown[]): unknown {
  let isNull = false;
  for (const value of values) {
    if (isNullish(value)) isNull = true;
    else if (!Array.isArray(value))
      throw locationError(28664, `$concatArrays only supports arrays, not ${typeName(value)}`);
    if (isNull) return null;
  }
  const arrays = values as unknown[][];
  requireArraySize(
    arrays.reduce((length, array) => length + array.length, 0),
    '$concatArrays',
  );
  return ([] as unknown[]).concat(...arrays);
}

function slice([array, first, second]: unknown[]): unknown {
  if (isNullish(array) || isNullish(first)) return null;
  if (!Array.isArray(array))
    throw locationError(28724, `First argument to $slice must be an array, but is of type: ${typeName(array)}`);
  const a = integer(first, 28725, 28726, 'Second');
  if (second === undefined) return a >= 0 ? array.slice(0, a) : array.slice(a);
  if (second === null) return null;
  const count = integer(second, 28727, 28728, 'Third');
  if (count <= 0) throw locationError(28729, `Third argument to $slice must be positive: ${count}`);
  const from = a >= 0 ? Math.min(a, array.length) : Math.max(0, array.length + a);
  return array.slice(from, from + count);
}

function integer(value: unknown, notNumeric: number, notInteger: number, which: string): number {
  if (!isNumeric(value))
    throw locationError(
      notNumeric,
      `${which} argument to $slice must be a numeric value, but is of type: ${typeName(value)}`,
    );
  const number = asSmallInteger(value);
  if (number === undefined)
    throw locationError(
      notInteger,
      `${which} argument to $slice can't be represented as a 32-bit integer: ${show(value)}`,
    );
  return number;
}

function range([start, end, step = int(1)]: unknown[]): unknown {
  const from = rangeNumber(start, 34443, 34444, 'a numeric starting value');
  const to = rangeNumber(end, 34445, 34446, 'a numeric ending value');
  const by = rangeNumber(step, 34447, 34448, 'a numeric step value');
  if (by === 0) throw locationError(34449, '$range requires a non-zero step value');
  requireArraySize(Math.max(0, Math.ceil((to - from) / by)), '$range');
  const numbers: unknown[] = [];
  for (let at = from; by > 0 ? at < to : at > to; at += by) numbers.push(int(at));
  return numbers;
}

function rangeNumber(value: unknown, notNumeric: number, notInteger: number, what: string): number {
  if (!isNumeric(value))
    throw locationError(notNumeric, `$range requires ${what}, found value of type: ${typeName(value)}`);
  const number = asSmallInteger(value);
  if (number === undefined)
    throw locationError(
      notInteger,
      `$range requires ${what} that can be represented as a 32-bit integer, found value: ${show(value)}`,
    );
  return number;
}

function compileSortArray(operand: unknown, scope: Scope, name: string): Evaluate {
  const raw = rawNamed(operand, name, ['input', 'sortBy'], [], {
    notDocument: 2942500,
    unknown: 2942501,
    missing: 2942502,
  });
  const input = compileIn(raw.input, scope);
  const compare = arrayOrder(raw.sortBy);
  return (env) => {
    const array = input(env);
    if (isNullish(array)) return null;
    if (!Array.isArray(array))
      throw locationError(
        2942504,
        `The input argument to $sortArray must be an array, but was of type: ${typeName(array)}`,
      );
    return [...(array as unknown[])].sort(compare);
  };
}

function arrayOrder(sortBy: unknown): (a: unknown, b: unknown) => number {
  if (!isDocument(sortBy)) {
    const direction = asSmallInteger(sortBy);
    if (direction !== 1 && direction !== -1)
      throw locationError(2942506, 'The $sort element value must be either 1 or -1');
    return (a, b) => direction * compareValues(a, b);
  }
  const sort = compileSort(sortBy);
  const keyOf = (item: unknown) => sort.key(isDocument(item) ? item : {});
  return (a, b) => sort.compare(keyOf(a), keyOf(b));
}

function compileZip(operand: unknown, scope: Scope, name: string): Evaluate {
  const raw = rawNamed(operand, name, ['inputs'], ['useLongestLength', 'defaults'], {
    notDocument: 34460,
    unknown: 34464,
    missing: 34465,
  });
  if (!Array.isArray(raw.inputs))
    throw locationError(34461, `inputs must be an array of expressions, found ${typeName(raw.inputs)}`);
  const inputs = (raw.inputs as unknown[]).map((input) => compileIn(input, scope));
  const useLongest = raw.useLongestLength === true;
  const defaults = Array.isArray(raw.defaults) ? (raw.defaults as unknown[]).map((item) => compileIn(item, scope)) : [];
  if (raw.defaults !== undefined && !useLongest)
    throw locationError(34466, 'cannot specify defaults unless useLongestLength is true');
  if (defaults.length > 0 && defaults.length !== inputs.length)
    throw locationError(34467, 'defaults and inputs must have the same length');
  return (env) => {
    const arrays = inputs.map((input) => input(env));
    if (arrays.some(isNullish)) return null;
    for (const array of arrays) {
      if (!Array.isArray(array))
        throw locationError(34468, `$zip found a non-array expression in input: ${typeName(array)}`);
    }
    const lengths = (arrays as unknown[][]).map((array) => array.length);
    const length = useLongest ? Math.max(...lengths) : Math.min(...lengths);
    requireArraySize(length * arrays.length, '$zip');
    return Array.from({ length }, (_, row) =>
      (arrays as unknown[][]).map((array, column) =>
        row < array.length ? array[row] : (defaults[column]?.(env) ?? null),
      ),
    );
  };
}

function compileSome(
  operand: unknown,
  scope: Scope,
  name: string,
  take: (array: unknown[], count: number) => unknown[],
): Evaluate {
  const parts = named(operand, scope, name, ['input', 'n'], [], {
    notDocument: 5787801,
    unknown: 5787901,
    missing: 5787906,
  });
  return (env) => {
    const count = asSmallInteger(parts.n(env));
    if (count === undefined || count < 1)
      throw locationError(5787902, `Value for 'n' must be of integral type and greater than 0 in ${name}`);
    const array = parts.input(env);
    if (!Array.isArray(array))
      throw locationError(5788200, `Input must be an array in ${name}, but was of type ${typeName(array)}`);
    return take(array as unknown[], count);
  };
}

function presentValues(array: readonly unknown[]): unknown[] {
  return array.filter((item) => !isNullish(item));
}
