import { locationError, notSupported } from '../../errors';
import type { Evaluation } from '../../query/evaluation';
import { getField } from '../../values/document';

/** What an expression is evaluated in: the document, and the variables that $let, $map and their like have set. */
export class Env {
  /** The variables, by the slots that were given out when the expression was compiled. */
  readonly slots: unknown[] = [];
  /** The turns of all loops so far. */
  turns = 0;

  constructor(readonly root: unknown) {}
}

/** A compiled expression. A missing value is undefined. */
export type Evaluate = (env: Env) => unknown;

/** Expressions that give the same value always, with that value. */
const constants = new WeakMap<Evaluate, { value: unknown }>();

export function constant(value: unknown): Evaluate {
  const evaluate = () => value;
  constants.set(evaluate, { value });
  return evaluate;
}

/** The value of an expression that depends on nothing. */
export function constantValue(evaluate: Evaluate): { value: unknown } | undefined {
  return constants.get(evaluate);
}

/** Evaluates what depends on constants only when it is compiled; an error waits until a document is there. */
export function folded(evaluate: Evaluate, parts: readonly Evaluate[]): Evaluate {
  if (!parts.every((part) => constants.has(part))) return evaluate;
  try {
    return constant(evaluate(new Env({})));
  } catch {
    return evaluate;
  }
}

const REFUSED = new Set(['CLUSTER_TIME', 'USER_ROLES', 'SEARCH_META', 'JS_SCOPE', 'IS_MR', 'DESCEND', 'PRUNE', 'KEEP']);

/** The variables that an expression may name while it is compiled. */
export class Scope {
  constructor(
    readonly evaluation: Evaluation,
    private readonly slots: ReadonlyMap<string, number> = new Map(),
    private readonly counter = { next: 0 },
    private readonly hasDocument = true,
  ) {}

  /** A scope for expressions that are evaluated before there is any document. */
  static withoutDocument(evaluation: Evaluation): Scope {
    return new Scope(evaluation, undefined, undefined, false);
  }

  /** The document. @throws MongoError 4890500 where there is none */
  get root(): Evaluate {
    if (!this.hasDocument) {
      throw locationError(
        4890500,
        'Command let Expression tried to access a field, but this is not allowed because Command let Expressions run before the query examines any documents.',
      );
    }
    return (env) => env.root;
  }

  /** A scope with further variables, and their slots in order. */
  with(...names: string[]): { scope: Scope; slots: number[] } {
    const map = new Map(this.slots);
    const slots = names.map((name) => {
      const slot = this.counter.next++;
      map.set(name, slot);
      return slot;
    });
    return { scope: new Scope(this.evaluation, map, this.counter, this.hasDocument), slots };
  }

  /** @throws MongoError 17276 for a variable that nobody has set */
  variable(name: string): Evaluate {
    const slot = this.slots.get(name);
    if (slot !== undefined) return (env) => env.slots[slot];
    if (name === 'ROOT' || name === 'CURRENT') return this.root;
    if (name === 'NOW') return constant(this.evaluation.now);
    if (name === 'REMOVE') return constant(undefined);
    if (REFUSED.has(name)) throw notSupported(`$$${name}`);
    const { variables } = this.evaluation;
    if (variables && Object.hasOwn(variables, name)) return constant(getField(variables, name));
    throw locationError(17276, `Use of undefined variable: ${name}`);
  }
}
