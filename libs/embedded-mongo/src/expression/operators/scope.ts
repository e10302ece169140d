import { locationError, notSupported } from '../../errors/mongo-error';
import { recordUse } from '../../usage/record-use';
import type { Evaluation } from '../../evaluation/evaluation';

/** The state of one evaluation: the document, and the variables that $map and $filter set. */
export class Env {
  /**
   * The values of the variables. The index of a variable is its slot, assigned when the expression
   * was compiled.
   */
  readonly slots: unknown[] = [];
  /** How many elements all loops have visited so far. */
  turns = 0;

  constructor(readonly root: unknown) {}
}

/** A compiled expression. It returns undefined for a missing value. */
export interface Evaluate {
  (env: Env): unknown;
  /**
   * The value, if the expression is constant. A property of the function is used instead of a WeakMap: compiling an
   * update creates dozens of constants, and the garbage collector would visit every entry of the map repeatedly.
   */
  constant?: { value: unknown };
}

export function constant(value: unknown): Evaluate {
  const evaluate: Evaluate = () => value;
  evaluate.constant = { value };
  return evaluate;
}

/** The value of a constant expression. Undefined if the expression is not constant. */
export function constantValue(evaluate: Evaluate): { value: unknown } | undefined {
  return evaluate.constant;
}

/**
 * Evaluates a constant expression once, when it is compiled. If the evaluation fails, the error is thrown later, when
 * the expression is evaluated for a document.
 */
export function folded(evaluate: Evaluate, parts: readonly Evaluate[]): Evaluate {
  if (!parts.every((part) => part.constant)) return evaluate;
  try {
    return constant(evaluate(new Env({})));
  } catch {
    return evaluate;
  }
}

/** The variables that are defined in every expression. */
export const SYSTEM_VARIABLES = ['ROOT', 'NOW', 'REMOVE'] as const;

const REFUSED = new Set([
  'CURRENT',
  'CLUSTER_TIME',
  'USER_ROLES',
  'SEARCH_META',
  'JS_SCOPE',
  'IS_MR',
  'DESCEND',
  'PRUNE',
  'KEEP',
]);

/**
 * The context in which an expression is compiled: the variables that it may use, and the compiler
 * for its operands.
 */
export class Scope {
  constructor(
    readonly evaluation: Evaluation,
    private readonly compiler: (expression: unknown, scope: Scope) => Evaluate,
    private readonly slots: ReadonlyMap<string, number> = new Map(),
    private readonly counter = { next: 0 },
  ) {}

  /** Compiles an operand, which may use the variables of this scope. */
  compile(expression: unknown): Evaluate {
    return this.compiler(expression, this);
  }

  get root(): Evaluate {
    return (env) => env.root;
  }

  /** Returns a scope with one more variable, and the slot of that variable. */
  with(name: string): { scope: Scope; slot: number } {
    const slot = this.counter.next++;
    const slots = new Map(this.slots).set(name, slot);
    return { scope: new Scope(this.evaluation, this.compiler, slots, this.counter), slot };
  }

  /** @throws MongoError 17276 if the variable is not defined */
  variable(name: string): Evaluate {
    const slot = this.slots.get(name);
    if (slot !== undefined) return (env) => env.slots[slot];
    recordUse('variable', `$$${name}`);
    const system = SYSTEM_VARIABLES.find((known) => known === name);
    if (system === 'NOW') return constant(this.evaluation.now);
    if (system === 'REMOVE') return constant(undefined);
    if (system) return this.root;
    if (REFUSED.has(name)) throw notSupported(`$$${name}`);
    throw locationError(17276, `Use of undefined variable: ${name}`);
  }
}
