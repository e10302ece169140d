import { locationError } from '../../errors';
import { isDocument } from '../../values/document';
import { show } from '../../values/show';
import { typeName } from '../../values/type-of';
import { compileIn } from './compile-expression';
import { exactly, isNullish, named, operands, rawNamed, type Operators } from './operator';
import { constant, type Evaluate, type Scope } from './scope';
import { isTruthy } from './truth';

/** $cond, $ifNull, $switch and $literal: only the branch that is taken is evaluated. */
export const CONDITIONAL: Operators = {
  $cond: compileCond,
  $ifNull: compileIfNull,
  $switch: compileSwitch,
  $literal: (operand) => constant(operand),
};

function compileCond(operand: unknown, scope: Scope, name: string): Evaluate {
  const [condition, yes, no] = isDocument(operand) ? namedCond(operand, scope, name) : exactly(3, operand, scope, name);
  return (env) => (isTruthy((condition as Evaluate)(env)) ? (yes as Evaluate)(env) : (no as Evaluate)(env));
}

function namedCond(operand: unknown, scope: Scope, name: string): Evaluate[] {
  const parts = named(operand, scope, name, ['if', 'then', 'else'], [], {
    notDocument: 17083,
    unknown: 17083,
    missing: 17080,
  });
  return [parts.if, parts.then, parts.else];
}

function compileIfNull(operand: unknown, scope: Scope): Evaluate {
  const parts = operands(operand, scope);
  if (parts.length < 2) throw locationError(1257300, `$ifNull needs at least two arguments, had: ${parts.length}`);
  const last = parts.length - 1;
  return (env) => {
    for (let at = 0; at < last; at++) {
      const value = (parts[at] as Evaluate)(env);
      if (!isNullish(value)) return value;
    }
    return (parts[last] as Evaluate)(env);
  };
}

function compileSwitch(operand: unknown, scope: Scope, name: string): Evaluate {
  if (!isDocument(operand))
    throw locationError(40060, `$switch requires an object as an argument, found: ${typeName(operand)}`);
  const raw = rawNamed(operand, name, [], ['branches', 'default'], {
    notDocument: 40060,
    unknown: 40067,
    missing: 40068,
  });
  const { branches = [] } = raw;
  if (!Array.isArray(branches))
    throw locationError(40061, `$switch expected an array for 'branches', found: ${typeName(branches)}`);
  if (branches.length === 0) throw locationError(40068, '$switch requires at least one branch.');
  const compiled = (branches as unknown[]).map((branch) => compileBranch(branch, scope));
  const fallback = raw.default === undefined ? undefined : compileIn(raw.default, scope);
  return (env) => {
    for (const [condition, then] of compiled) if (isTruthy(condition(env))) return then(env);
    if (!fallback)
      throw locationError(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      );
    return fallback(env);
  };
}

function compileBranch(branch: unknown, scope: Scope): readonly [Evaluate, Evaluate] {
  if (!isDocument(branch))
    throw locationError(40062, `$switch expected each branch to be an object, found: ${typeName(branch)}`);
  for (const key of Object.keys(branch)) {
    if (key !== 'case' && key !== 'then')
      throw locationError(40063, `$switch found an unknown argument to a branch: ${key}`);
  }
  if (branch['case'] === undefined)
    throw locationError(40064, `$switch requires each branch have a 'case' expression: ${show(branch)}`);
  if (branch['then'] === undefined)
    throw locationError(40065, `$switch requires each branch have a 'then' expression: ${show(branch)}`);
  return [compileIn(branch['case'], scope), compileIn(branch['then'], scope)];
}
