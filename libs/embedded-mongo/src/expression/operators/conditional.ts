import { locationError } from '../../errors/mongo-error';
import { isDocument } from '../../values/document';
import { isTruthy } from '../../values/truth';
import { exactly, isNullish, named, operands, type Operators } from './operator';
import { constant, type Evaluate, type Scope } from './scope';

/**
 * $cond, $ifNull and $literal. $cond evaluates only the branch that it returns. $ifNull evaluates no operand after the
 * one that it returns.
 */
export const CONDITIONAL: Operators = {
  $cond: compileCond,
  $ifNull: compileIfNull,
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
