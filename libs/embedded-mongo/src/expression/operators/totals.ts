import { compareValues } from '../../values/compare';
import { isNullish, operands, type Operators } from './operator';
import { folded, type Evaluate } from './scope';

/**
 * $max as an expression: returns the largest of its operands. If the only operand is an array,
 * returns the largest of its elements.
 */
export const TOTALS: Operators = {
  $max: (operand, scope) => {
    const parts = operands(operand, scope);
    const [only] = parts as [Evaluate];
    if (parts.length !== 1) return folded((env) => largest(parts.map((part) => part(env))), parts);
    return folded((env) => {
      const value = only(env);
      return largest(Array.isArray(value) ? value : [value]);
    }, parts);
  },
};

/** Returns the largest value, ignoring null and missing values. Null if there is no other value. */
function largest(values: readonly unknown[]): unknown {
  let best: unknown = null;
  for (const value of values) {
    if (!isNullish(value) && (best === null || compareValues(value, best) > 0)) best = value;
  }
  return best;
}
