import { failedToParse, locationError, notSupported } from '../../errors';
import type { Deadline } from '../../query/evaluation';
import { entriesOf, isDocument } from '../../values/document';
import { typeName } from '../../values/type-of';
import { asSmallInteger } from '../../values/whole-number';
import { compileIn } from './compile-expression';
import { isNullish, rawNamed, type Operators } from './operator';
import type { Env, Evaluate, Scope } from './scope';
import { isTruthy } from './truth';
import { show } from '../../values/show';

/** How many turns of a loop pass between two looks at the time limit. */
const TURNS_PER_CHECK = 4096;

/** $let, and what evaluates an expression for each element of an array: $map, $filter and $reduce. */
export const LOOPS: Operators = {
  $let: compileLet,
  $map: compileMap,
  $filter: compileFilterArray,
  $reduce: compileReduce,
};

function compileLet(operand: unknown, scope: Scope, name: string): Evaluate {
  const { vars, in: body } = rawNamed(operand, name, ['vars', 'in'], [], {
    notDocument: 16874,
    unknown: 16875,
    missing: 16876,
  });
  if (!isDocument(vars)) throw locationError(16876, `invalid parameter: expected an object (vars)`);
  const entries = entriesOf(vars);
  for (const [variable] of entries) requireVariableName(variable);
  const values = entries.map(([, value]) => compileIn(value, scope));
  const inner = scope.with(...entries.map(([variable]) => variable));
  const evaluate = compileIn(body, inner.scope);
  return (env) => {
    values.forEach((value, at) => {
      env.slots[inner.slots[at] as number] = value(env);
    });
    return evaluate(env);
  };
}

/** @throws MongoError 9 unless the name begins with a small letter (or is beyond ASCII) */
export function requireVariableName(name: string): void {
  if (name === '') throw failedToParse('empty variable names are not allowed');
  if (name === 'CURRENT') throw notSupported('a variable named CURRENT');
  if (!/^[a-z\u0080-\uffff]/.test(name))
    throw failedToParse(`'${name}' starts with an invalid character for a user variable name`);
  const bad = /[^a-zA-Z0-9_\u0080-\uffff]/.exec(name);
  if (bad) throw failedToParse(`'${name}' contains an invalid character for a variable name: '${bad[0]}'`);
}

function compileMap(operand: unknown, scope: Scope, name: string): Evaluate {
  const raw = rawNamed(operand, name, ['input', 'in'], ['as'], { notDocument: 16878, unknown: 16879, missing: 16880 });
  const input = compileIn(raw.input, scope);
  const inner = scope.with(variableName(raw.as));
  const body = compileIn(raw.in, inner.scope);
  return (env) => {
    const array = arrayInput(input(env), 16883, name);
    if (!array) return null;
    return forEach(array, inner.slots[0] as number, env, scope.evaluation.deadline, (result: unknown[]) => {
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
  const input = compileIn(raw.input, scope);
  const limit = raw.limit === undefined ? undefined : compileIn(raw.limit, scope);
  const inner = scope.with(variableName(raw.as));
  const condition = compileIn(raw.cond, inner.scope);
  return (env) => {
    const array = arrayInput(input(env), 28651, name);
    if (!array) return null;
    const most = limit ? readLimit(limit(env)) : Infinity;
    return forEach(array, inner.slots[0] as number, env, scope.evaluation.deadline, (result: unknown[], item) => {
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

function compileReduce(operand: unknown, scope: Scope, name: string): Evaluate {
  const raw = rawNamed(operand, name, ['input', 'initialValue', 'in'], [], {
    notDocument: 40075,
    unknown: 40076,
    missing: 40077,
  });
  const input = compileIn(raw.input, scope);
  const initial = compileIn(raw.initialValue, scope);
  const inner = scope.with('this', 'value');
  const body = compileIn(raw.in, inner.scope);
  const [thisSlot, valueSlot] = inner.slots as [number, number];
  return (env) => {
    const array = input(env);
    if (isNullish(array)) return null;
    if (!Array.isArray(array))
      throw locationError(40080, `$reduce requires that 'input' be an array, found: ${typeName(array)}`);
    env.slots[valueSlot] = initial(env);
    forEach(array, thisSlot, env, scope.evaluation.deadline, () => {
      env.slots[valueSlot] = body(env);
    });
    return env.slots[valueSlot];
  };
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

/** Runs through an array with a variable set to each element; a turn that answers true is the last. */
function forEach(
  array: readonly unknown[],
  slot: number,
  env: Env,
  deadline: Deadline | undefined,
  turn: (result: unknown[], item: unknown) => boolean | void,
): unknown[] {
  const result: unknown[] = [];
  for (const item of array) {
    // Counted for the whole document: nested loops may each be short.
    if (++env.turns % TURNS_PER_CHECK === 0) deadline?.check();
    env.slots[slot] = item;
    if (turn(result, item) === true) break;
  }
  return result;
}
