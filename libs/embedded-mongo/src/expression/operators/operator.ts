import { locationError } from '../../errors/mongo-error';
import { entriesOf, isDocument } from '../../values/document';
import { show } from '../../values/show';
import { typeName } from '../../values/type-of';
import { folded, type Evaluate, type Scope } from './scope';

/** Compiles the operand of an operator, such as [1, 2] in {$add: [1, 2]}. */
export type Operator = (operand: unknown, scope: Scope, name: string) => Evaluate;

export type Operators = Record<string, Operator>;

export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Compiles a list of operands. A single operand need not be in an array. */
export function operands(operand: unknown, scope: Scope): Evaluate[] {
  return (Array.isArray(operand) ? (operand as unknown[]) : [operand]).map((item) => scope.compile(item));
}

/** Creates an operator with exactly one operand. */
export function unary(apply: (value: unknown, name: string) => unknown): Operator {
  return (operand, scope, name) => {
    const parts = exactly(1, operand, scope, name);
    const [value] = parts as [Evaluate];
    return folded((env) => apply(value(env), name), parts);
  };
}

/** Creates an operator with exactly two operands. */
export function binary(apply: (a: unknown, b: unknown, name: string) => unknown): Operator {
  return (operand, scope, name) => {
    const parts = exactly(2, operand, scope, name);
    const [a, b] = parts as [Evaluate, Evaluate];
    return folded((env) => apply(a(env), b(env), name), parts);
  };
}

/** Creates an operator with any number of operands between `min` and `max`. */
export function variadic(apply: (values: unknown[], name: string) => unknown, min = 0, max = Infinity): Operator {
  return (operand, scope, name) => {
    const parts = operands(operand, scope);
    if (parts.length < min || parts.length > max) {
      throw locationError(
        28667,
        `Expression ${name} takes at least ${min} arguments, and at most ${max}, but ${parts.length} were passed in.`,
      );
    }
    return folded(
      (env) =>
        apply(
          parts.map((part) => part(env)),
          name,
        ),
      parts,
    );
  };
}

export function exactly(count: number, operand: unknown, scope: Scope, name: string): Evaluate[] {
  const parts = operands(operand, scope);
  if (parts.length === count) return parts;
  throw locationError(16020, `Expression ${name} takes exactly ${count} arguments. ${parts.length} were passed in.`);
}

export interface NamedErrors {
  /** The error code that is used if the operand is not a document. */
  notDocument: number;
  unknown: number;
  missing: number;
}

/** Compiles the named arguments of an operator, such as {$map: {input, as, in}}. */
export function named<R extends string, O extends string>(
  operand: unknown,
  scope: Scope,
  name: string,
  required: readonly R[],
  optional: readonly O[],
  errors: NamedErrors,
): Record<R, Evaluate> & Partial<Record<O, Evaluate>> {
  const raw = rawNamed(operand, name, required, optional, errors);
  const compiled = Object.entries(raw).map(([key, value]) => [key, scope.compile(value)] as const);
  return Object.fromEntries(compiled) as Record<R, Evaluate> & Partial<Record<O, Evaluate>>;
}

/**
 * Returns the named arguments uncompiled, for operators that compile some of them in another scope.
 */
export function rawNamed<R extends string, O extends string>(
  operand: unknown,
  name: string,
  required: readonly R[],
  optional: readonly O[],
  errors: NamedErrors,
): Record<R, unknown> & Partial<Record<O, unknown>> {
  if (!isDocument(operand))
    throw locationError(
      errors.notDocument,
      `${name} only supports an object as its argument, not ${typeName(operand)}`,
    );
  const known: readonly string[] = [...required, ...optional];
  const found: Record<string, unknown> = {};
  for (const [key, value] of entriesOf(operand)) {
    if (!known.includes(key)) throw locationError(errors.unknown, `Unrecognized parameter to ${name}: ${key}`);
    found[key] = value;
  }
  for (const key of required) {
    if (found[key] === undefined)
      throw locationError(errors.missing, `Missing '${key}' parameter to ${name}: ${show(operand)}`);
  }
  return found as Record<R, unknown> & Partial<Record<O, unknown>>;
}
