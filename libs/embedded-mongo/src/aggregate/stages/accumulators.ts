import { locationError, notSupported } from '../../errors/mongo-error';
import { requireArraySize } from '../../expression/operators/limits';
import type { Env, Evaluate, Scope } from '../../expression/operators/scope';
import { recordUse } from '../../usage/record-use';
import { isDocument, keysOf } from '../../values/document';
import { double } from '../../values/number';
import { Summation } from '../../values/summation';
import { isNumeric } from '../../values/type-of';

/** Accumulates the values of one group. */
export interface Accumulator {
  add(env: Env): void;
  result(): unknown;
}

/** Creates an empty accumulator, once for each group. */
export type AccumulatorFactory = () => Accumulator;

export const ACCUMULATORS: Readonly<Record<string, (evaluate: Evaluate) => Accumulator>> = {
  $sum(evaluate) {
    const sum = new Summation();
    return {
      add(env) {
        const value = evaluate(env);
        if (isNumeric(value)) sum.add(value);
      },
      result: () => sum.value(),
    };
  },
  $avg(evaluate) {
    const sum = new Summation();
    let count = 0;
    return {
      add(env) {
        const value = evaluate(env);
        if (!isNumeric(value)) return;
        sum.add(value);
        count++;
      },
      result() {
        if (count === 0) return null;
        if (sum.isDecimal) throw notSupported('$avg of a Decimal128');
        return double(sum.double() / count);
      },
    };
  },
  $push(evaluate) {
    const values: unknown[] = [];
    return {
      add(env) {
        const value = evaluate(env);
        if (value !== undefined) requireArraySize(values.push(value), '$push');
      },
      result: () => values,
    };
  },
};

/** Accumulators that MongoDB has and this database does not support. */
const REFUSED = new Set(
  (
    '$min $max $first $last $addToSet $mergeObjects $stdDevPop $stdDevSamp $count $top $bottom $topN $bottomN $firstN $lastN $minN $maxN ' +
    '$accumulator $median $percentile $setUnion $concatArrays'
  ).split(' '),
);

/**
 * Compiles one field of a $group, such as {$sum: …}.
 * @throws MongoError 40234, 40238, 40237 or 15952 if the operand is not an accumulator, 238 if the
 *   accumulator is not supported
 */
export function compileAccumulator(field: string, operand: unknown, scope: Scope): AccumulatorFactory {
  if (!isDocument(operand)) throw locationError(40234, `The field '${field}' must be an accumulator object`);
  const [name, ...others] = keysOf(operand);
  if (name === undefined || others.length > 0)
    throw locationError(40238, `The field '${field}' must specify one accumulator`);
  if (!name.startsWith('$')) throw locationError(40234, `The field '${field}' must be an accumulator object`);
  recordUse('accumulator', name);
  const argument = operand[name];
  const make = ACCUMULATORS[name];
  if (!make) {
    if (REFUSED.has(name)) throw notSupported(`the accumulator ${name}`);
    throw locationError(15952, `unknown group operator '${name}'`);
  }
  if (Array.isArray(argument)) throw locationError(40237, `The ${name} accumulator is a unary operator`);
  const evaluate = scope.compile(argument);
  return () => make(evaluate);
}
