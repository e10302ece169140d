import { compareValues } from '../../values/compare';
import { isNullish, operands, type Operators } from './operator';
import { folded, type Evaluate } from './scope';

/**
 * $max as an expression: the largest of its operands. With one operand that is an array, the largest of its elements.
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

/** The largest value that is neither null nor missing. Null if there is none. */
function largest(values: readonly unknown[]): unknown {
  let best: unknown = null;
  for (const value of values) {
    if (!isNullish(value) && (best === null || compareValues(value, best) > 0)) best = value;
  }
  return best;
}
