import { locationError, notSupported } from '../../errors';
import { compileSort, type CompiledSort } from '../../sort/sort-key';
import { compareValues } from '../../values/compare';
import { entriesOf, getField, isDocument, keysOf } from '../../values/document';
import { int } from '../../values/number';
import { Summation } from '../../values/summation';
import { isNumeric } from '../../values/type-of';
import { asSmallInteger } from '../../values/whole-number';
import { compileIn } from '../expression/compile-expression';
import { requireArraySize } from '../expression/limits';
import { mergeObjects } from '../expression/objects';
import { isNullish } from '../expression/operator';
import { Env, type Scope } from '../expression/scope';
import { averageOfSum, deviationOf } from '../expression/totals';
import { ValueSet } from './value-set';

/** Gathers values of a group's documents and answers their total. */
export interface Accumulator {
  add(env: Env): void;
  result(): unknown;
}

/** Makes an empty accumulator for each group. */
export type AccumulatorFactory = () => Accumulator;

/** Gathers what an expression gives for each document. */
function gathering(add: (value: unknown) => void, result: () => unknown, evaluate: (env: Env) => unknown): Accumulator {
  return { add: (env) => add(evaluate(env)), result };
}

/**
 * Compiles one field of a $group: {$sum: …} and its like.
 * @throws MongoError 40234 and others for what is no accumulator
 */
export function compileAccumulator(field: string, operand: unknown, scope: Scope): AccumulatorFactory {
  if (!isDocument(operand)) throw locationError(40234, `The field '${field}' must be an accumulator object`);
  const [name, ...others] = keysOf(operand);
  if (name === undefined || others.length > 0)
    throw locationError(40238, `The field '${field}' must specify one accumulator`);
  if (!name.startsWith('$')) throw locationError(40234, `The field '${field}' must be an accumulator object`);
  const argument = operand[name];
  if (name === '$count') {
    if (!isDocument(argument) || keysOf(argument).length > 0)
      throw locationError(40237, 'The $count accumulator takes no arguments');
    return () => counting();
  }
  if (name === '$top' || name === '$bottom' || name === '$topN' || name === '$bottomN')
    return compileTop(name, argument, scope);
  if (name === '$firstN' || name === '$lastN' || name === '$minN' || name === '$maxN')
    return compileSome(name, argument, scope);
  const make = PLAIN[name];
  if (!make) {
    if (name === '$accumulator' || name === '$median' || name === '$percentile')
      throw notSupported(`the accumulator ${name}`);
    throw locationError(15952, `unknown group operator '${name}'`);
  }
  if (Array.isArray(argument)) throw locationError(40237, `The ${name} accumulator is a unary operator`);
  const evaluate = compileIn(argument, scope);
  return () => make(evaluate);
}

function counting(): Accumulator {
  let count = 0;
  return {
    add: () => {
      count++;
    },
    result: () => int(count),
  };
}

const PLAIN: Record<string, (evaluate: (env: Env) => unknown) => Accumulator> = {
  $sum(evaluate) {
    const sum = new Summation();
    return gathering(
      (value) => void (isNumeric(value) && sum.add(value)),
      () => sum.value(),
      evaluate,
    );
  },
  $avg(evaluate) {
    const sum = new Summation();
    let count = 0;
    const add = (value: unknown) => {
      if (!isNumeric(value)) return;
      sum.add(value);
      count++;
    };
    return gathering(add, () => (count === 0 ? null : averageOfSum(sum, count)), evaluate);
  },
  $min: (evaluate) => extreme(evaluate, 1),
  $max: (evaluate) => extreme(evaluate, -1),
  $first(evaluate) {
    let first: { value: unknown } | undefined;
    return gathering(
      (value) => void (first ??= { value }),
      () => first?.value ?? null,
      evaluate,
    );
  },
  $last(evaluate) {
    let last: unknown;
    return gathering(
      (value) => void (last = value),
      () => last ?? null,
      evaluate,
    );
  },
  $push(evaluate) {
    const values: unknown[] = [];
    const add = (value: unknown) => {
      if (value === undefined) return;
      requireArraySize(values.push(value), '$push');
    };
    return gathering(add, () => values, evaluate);
  },
  $addToSet(evaluate) {
    const set = new ValueSet();
    return gathering(
      (value) => void (value !== undefined && set.add(value)),
      () => set.values(),
      evaluate,
    );
  },
  $mergeObjects(evaluate) {
    let merged = mergeObjects([]);
    return gathering(
      (value) => void (merged = mergeObjects([merged, value])),
      () => merged,
      evaluate,
    );
  },
  $stdDevPop(evaluate) {
    const values: unknown[] = [];
    return gathering(
      (value) => void values.push(value),
      () => deviationOf(values, 0),
      evaluate,
    );
  },
  $stdDevSamp(evaluate) {
    const values: unknown[] = [];
    return gathering(
      (value) => void values.push(value),
      () => deviationOf(values, 1),
      evaluate,
    );
  },
};

function extreme(evaluate: (env: Env) => unknown, sign: 1 | -1): Accumulator {
  let best: unknown = null;
  const add = (value: unknown) => {
    if (isNullish(value)) return;
    if (best === null || sign * compareValues(value, best) < 0) best = value;
  };
  return gathering(add, () => best, evaluate);
}

function compileSome(name: string, argument: unknown, scope: Scope): AccumulatorFactory {
  if (!isDocument(argument)) throw locationError(5787900, `specification must be an object; found ${name}`);
  const count = constantCount(argument, scope, name);
  const evaluate = compileIn(argument['input'], scope);
  return () => {
    const values: unknown[] = [];
    const add = (value: unknown) => {
      const isExtreme = name === '$minN' || name === '$maxN';
      if (isExtreme && isNullish(value)) return;
      if (name === '$firstN' && values.length >= count) return;
      values.push(value === undefined ? null : value);
      if (isExtreme) values.sort(name === '$minN' ? compareValues : (a, b) => compareValues(b, a));
      if (values.length > count) {
        if (name === '$lastN') values.shift();
        else values.pop();
      }
    };
    return gathering(add, () => values, evaluate);
  };
}

function constantCount(argument: unknown, scope: Scope, name: string): number {
  const count = asSmallInteger(compileIn(getField(argument as Record<string, unknown>, 'n'), scope)(new Env({})));
  if (count === undefined || count < 1)
    throw locationError(5787902, `Value for 'n' must be of integral type and greater than 0 in ${name}`);
  return count;
}

/** $top and $bottom: the output of the documents that a sort would put first, or last. */
function compileTop(name: string, argument: unknown, scope: Scope): AccumulatorFactory {
  if (!isDocument(argument)) throw locationError(5788001, `specification must be an object; found ${name}`);
  for (const [key] of entriesOf(argument)) {
    if (!['sortBy', 'output', 'n'].includes(key)) throw locationError(5788002, `Unknown argument to ${name} '${key}'`);
  }
  const sortBy = argument['sortBy'];
  if (!isDocument(sortBy)) throw locationError(5788005, `Missing value for 'sortBy' in ${name}`);
  if (argument['output'] === undefined) throw locationError(5788004, `Missing value for 'output' in ${name}`);
  const sort = compileSort(sortBy);
  const evaluate = compileIn(argument['output'], scope);
  const isOne = name === '$top' || name === '$bottom';
  const count = isOne ? 1 : constantCount(argument, scope, name);
  const isTop = name.startsWith('$top');
  return () => topAccumulator(sort, evaluate, count, isTop, isOne);
}

function topAccumulator(
  sort: CompiledSort,
  evaluate: (env: Env) => unknown,
  count: number,
  isTop: boolean,
  isOne: boolean,
): Accumulator {
  const kept: { key: unknown[]; value: unknown }[] = [];
  return {
    add(env) {
      const value = evaluate(env);
      kept.push({ key: sort.key(isDocument(env.root) ? env.root : {}), value: value === undefined ? null : value });
      kept.sort((a, b) => sort.compare(a.key, b.key));
      if (kept.length <= count) return;
      if (isTop) kept.pop();
      else kept.shift();
    },
    result: () => (isOne ? (kept[0]?.value ?? null) : kept.map(({ value }) => value)),
  };
}
