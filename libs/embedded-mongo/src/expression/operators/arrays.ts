import { locationError } from '../../errors/mongo-error';
import { equalValues } from '../../values/compare';
import { int } from '../../values/number';
import { typeName } from '../../values/type-of';
import { requireArraySize } from './limits';
import { binary, isNullish, unary, variadic, type Operators } from './operator';

export const ARRAYS: Operators = {
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
  $concatArrays: variadic(concatenate),
};

function concatenate(values: unknown[]): unknown {
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!Array.isArray(value)) throw locationError(28664, `$concatArrays only supports arrays, not ${typeName(value)}`);
  }
  const arrays = values as unknown[][];
  requireArraySize(
    arrays.reduce((length, array) => length + array.length, 0),
    '$concatArrays',
  );
  return ([] as unknown[]).concat(...arrays);
}
