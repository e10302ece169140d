import { failedToParse, locationError, notSupported } from '../../errors/mongo-error';
import type { Deadline } from '../../evaluation/evaluation';
import { typeName } from '../../values/type-of';
import { isTruthy } from '../../values/truth';
import { asSmallInteger } from '../../values/whole-number';
import { isNullish, rawNamed, type Operators } from './operator';
import type { Env, Evaluate, Scope } from './scope';
import { show } from '../../values/show';

/** The number of loop iterations between two checks of the time limit. */
const TURNS_PER_CHECK = 4096;

/** $map and $filter evaluate an expression for each element of an array. */
export const LOOPS: Operators = { $map: compileMap, $filter: compileFilterArray };

/**
 * @throws MongoError 9 if the name contains an invalid character, or does not start with a lowercase
 * ASCII letter or a non-ASCII character; MongoError 238 for CURRENT
 */
function requireVariableName(name: string): void {
  if (name === '') throw failedToParse('empty variable names are not allowed');
  if (name === 'CURRENT') throw notSupported('a variable named CURRENT');
  if (!/^[a-z\u0080-\uffff]/.test(name))
    throw failedToParse(`'${name}' starts with an invalid character for a user variable name`);
  const bad = /[^a-zA-Z0-9_\u0080-\uffff]/.exec(name);
  if (bad) throw failedToParse(`'${name}' contains an invalid character for a variable name: '${bad[0]}'`);
}

function compileMap(operand: unknown, scope: Scope, name: string): Evaluate {
  const raw = rawNamed(operand, name, ['input', 'in'], ['as'], { notDocument: 16878, unknown: 16879, missing: 16880 });
  const input = scope.compile(raw.input);
  const inner = scope.with(variableName(raw.as));
  const body = inner.scope.compile(raw.in);
  return (env) => {
    const array = arrayInput(input(env), 16883, name);
    if (!array) return null;
    return forEach(array, inner.slot, env, scope.evaluation.deadline, (result: unknown[]) => {
      const value = body(env);
      result.push(value === undefined ? null : value);
    });
  };
}

function compileFilterArray(operand: unknown, scope: Scope, name: string): Evaluate {
  const raw = rawNamed(operand, name, ['input', 'cond'], ['as', 'limit'], {
    notDocument: 28646,
    unknown: 28647,
    missing: 28648,
  });
  const input = scope.compile(raw.input);
  const limit = raw.limit === undefined ? undefined : scope.compile(raw.limit);
  const inner = scope.with(variableName(raw.as));
  const condition = inner.scope.compile(raw.cond);
  return (env) => {
    const array = arrayInput(input(env), 28651, name);
    if (!array) return null;
    const most = limit ? readLimit(limit(env)) : Infinity;
    return forEach(array, inner.slot, env, scope.evaluation.deadline, (result: unknown[], item) => {
      if (isTruthy(condition(env))) result.push(item);
      return result.length >= most;
    });
  };
}

function readLimit(value: unknown): number {
  if (isNullish(value)) return Infinity;
  const limit = asSmallInteger(value);
  if (limit === undefined)
    throw locationError(327391, `$filter: limit must be represented as a 32-bit integral value: ${show(value)}`);
  if (limit < 1) throw locationError(327392, `$filter: limit must be greater than 0: ${limit}`);
  return limit;
}

function variableName(as: unknown): string {
  if (as === undefined) return 'this';
  if (typeof as !== 'string') throw failedToParse(`a variable's name must be a string, not ${typeName(as)}`);
  requireVariableName(as);
  return as;
}

function arrayInput(value: unknown, code: number, name: string): unknown[] | undefined {
  if (isNullish(value)) return undefined;
  if (!Array.isArray(value)) throw locationError(code, `input to ${name} must be an array not ${typeName(value)}`);
  return value as unknown[];
}

/**
 * For each element of an array, stores the element in the variable's slot and calls `turn`. Stops
 * when `turn` returns true.
 */
function forEach(
  array: readonly unknown[],
  slot: number,
  env: Env,
  deadline: Deadline | undefined,
  turn: (result: unknown[], item: unknown) => boolean | void,
): unknown[] {
  const result: unknown[] = [];
  for (const item of array) {
    // All loops over a document share one counter. With its own counter, a nested loop with only a few elements would
    // never check the time limit.
    if (++env.turns % TURNS_PER_CHECK === 0) deadline?.check();
    env.slots[slot] = item;
    if (turn(result, item) === true) break;
  }
  return result;
}
