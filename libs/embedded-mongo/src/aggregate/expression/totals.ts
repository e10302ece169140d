import { divideDecimals } from '../../values/decimal-arithmetic';
import { finite, toDecimal128 } from '../../values/decimal';
import { compareValues } from '../../values/compare';
import { toDouble } from '../../values/arithmetic';
import { double } from '../../values/number';
import { Summation } from '../../values/summation';
import { isNumeric } from '../../values/type-of';
import { isNullish, operands, type Operators } from './operator';
import { folded, type Evaluate } from './scope';

/** $sum, $avg and their like outside of $group: over their operands, or over the one array that is given. */
export const TOTALS: Operators = {
  $sum: over(sumOf),
  $avg: over(averageOf),
  $min: over((values) => extremeOf(values, 1)),
  $max: over((values) => extremeOf(values, -1)),
  $stdDevPop: over((values) => deviationOf(values, 0)),
  $stdDevSamp: over((values) => deviationOf(values, 1)),
};

function over(total: (values: readonly unknown[]) => unknown): Operators[string] {
  return (operand, scope) => {
    const parts = operands(operand, scope);
    if (parts.length !== 1) return folded((env) => total(parts.map((part) => part(env))), parts);
    const [only] = parts as [Evaluate];
    return folded((env) => {
      const value = only(env);
      return total(Array.isArray(value) ? value : [value]);
    }, parts);
  };
}

export function sumOf(values: readonly unknown[]): unknown {
  const sum = new Summation();
  for (const value of values) if (isNumeric(value)) sum.add(value);
  return sum.value();
}

/** Null when there is no number. */
export function averageOf(values: readonly unknown[]): unknown {
  const numbers = values.filter(isNumeric);
  if (numbers.length === 0) return null;
  const sum = new Summation();
  for (const number of numbers) sum.add(number);
  return averageOfSum(sum, numbers.length);
}

export function averageOfSum(sum: Summation, count: number): unknown {
  if (sum.isDecimal) return toDecimal128(divideDecimals(sum.decimal(), finite(BigInt(count), 0)));
  return double(sum.double() / count);
}

/** The smallest (sign 1) or largest (-1) that is neither null nor missing; null when there is none. */
export function extremeOf(values: readonly unknown[], sign: 1 | -1): unknown {
  let best: unknown = null;
  for (const value of values) {
    if (isNullish(value)) continue;
    if (best === null || sign * compareValues(value, best) < 0) best = value;
  }
  return best;
}

/** The standard deviation of the numbers: of a whole population (0) or of a sample (1). */
export function deviationOf(values: readonly unknown[], degreesLost: 0 | 1): unknown {
  const numbers = values.filter(isNumeric).map(toDouble);
  if (numbers.length <= degreesLost) return null;
  let mean = 0;
  let squares = 0;
  numbers.forEach((number, at) => {
    const delta = number - mean;
    mean += delta / (at + 1);
    squares += delta * (number - mean);
  });
  return double(Math.sqrt(squares / (numbers.length - degreesLost)));
}
