import { locationError } from '../../errors';
import { compareValues } from '../../values/compare';
import { isInSorted } from '../../values/is-in-sorted';
import { typeName } from '../../values/type-of';
import { binary, isNullish, unary, variadic, type Operators } from './operator';
import { isTruthy } from './truth';

/** Arrays as sets. Where MongoDB leaves the order of a result open, it is the order of the values. */
export const SETS: Operators = {
  $setUnion: variadic((values) => {
    if (values.some(isNullish)) return null;
    return distinct(
      values.flatMap((value) =>
        requireSet(value, 17043, 'All operands of $setUnion must be arrays. One argument is of type:'),
      ),
    );
  }),
  $setIntersection: variadic((values) => {
    if (values.some(isNullish)) return null;
    const [first = [], ...others] = values.map((value) =>
      requireSet(value, 17047, 'All operands of $setIntersection must be arrays. One argument is of type:'),
    );
    return others.reduce((common, other) => {
      const sorted = distinct(other);
      return common.filter((item) => isInSorted(sorted, item));
    }, distinct(first));
  }),
  $setDifference: binary((a, b) => {
    if (isNullish(a) || isNullish(b)) return null;
    const first = requireSet(a, 17048, 'both operands of $setDifference must be arrays. First argument is of type:');
    const seen = distinct(
      requireSet(b, 17049, 'both operands of $setDifference must be arrays. Second argument is of type:'),
    );
    return firstOfEach(first.filter((item) => !isInSorted(seen, item)));
  }),
  $setEquals: variadic((values) => {
    const [first = [], ...others] = values.map((value) =>
      distinct(requireSet(value, 17044, 'All operands of $setEquals must be arrays. One argument is of type:')),
    );
    return others.every(
      (other) => other.length === first.length && other.every((item, at) => compareValues(item, first[at]) === 0),
    );
  }, 2),
  $setIsSubset: binary((a, b) => {
    const first = requireSet(a, 17046, 'both operands of $setIsSubset must be arrays. First argument is of type:');
    const second = distinct(
      requireSet(b, 17042, 'both operands of $setIsSubset must be arrays. Second argument is of type:'),
    );
    return first.every((item) => isInSorted(second, item));
  }),
  $anyElementTrue: unary((value) =>
    requireSet(value, 17041, "$anyElementTrue's argument must be an array, but is").some(isTruthy),
  ),
  $allElementsTrue: unary((value) =>
    requireSet(value, 17040, "$allElementsTrue's argument must be an array, but is").every(isTruthy),
  ),
};

function requireSet(value: unknown, code: number, text: string): unknown[] {
  if (!Array.isArray(value)) throw locationError(code, `${text} ${typeName(value)}`);
  return value as unknown[];
}

/** Sorted, and each value once. */
function distinct(values: readonly unknown[]): unknown[] {
  const sorted = [...values].sort(compareValues);
  return sorted.filter((value, at) => at === 0 || compareValues(sorted[at - 1], value) !== 0);
}

/** In their own order, each value once. */
function firstOfEach(values: readonly unknown[]): unknown[] {
  const places = values
    .map((value, at) => ({ value, at }))
    .sort((a, b) => compareValues(a.value, b.value) || a.at - b.at);
  const kept = places.filter(
    (place, index) => index === 0 || compareValues((places[index - 1] as { value: unknown }).value, place.value) !== 0,
  );
  return kept.sort((a, b) => a.at - b.at).map(({ value }) => value);
}
