/**
 * A protocol, modelled as small steps on a shared state: a list of small whole numbers, in which each process has its
 * own elements. A step is what a process does between two moments at which others can act: one read, or one conditional
 * write. A process that stops forever needs no step of its own for `violation`, because every state in which it has not
 * moved is explored anyway. For `violationAtRest` it needs one, because a process that can still move is not at rest.
 */
export interface Protocol {
  /** The initial state: numbers from 0 to 65,535. */
  initial: readonly number[];
  /**
   * The processes by name. Each function returns all states that the process can reach from a state with its next step.
   */
  processes: Readonly<Record<string, (state: readonly number[]) => readonly (readonly number[])[]>>;
  /** Returns what is wrong with a state, or undefined if nothing is. */
  violation: (state: readonly number[]) => string | undefined;
  /** Returns what is wrong with a state that no process can change any more, or undefined if nothing is. */
  violationAtRest?: (state: readonly number[]) => string | undefined;
}

export interface Exploration {
  states: number;
  /** The number of states that no process can change any more. */
  statesAtRest: number;
  /** Whether every reachable state was visited. */
  isComplete: boolean;
  /** The first violation found, with the shortest list of steps that leads to it. */
  found: { violation: string; steps: string[] } | undefined;
}

/** Visits every state that any order of steps can reach, nearest first, until one violates the protocol. */
export function explore(
  { initial, processes, violation, violationAtRest = () => undefined }: Protocol,
  maxStates = 5_000_000,
): Exploration {
  const encode = (state: readonly number[]) => String.fromCharCode(...state);
  const decode = (key: string) => {
    const state: number[] = [];
    for (let at = 0; at < key.length; at++) state.push(key.charCodeAt(at));
    return state;
  };
  const names = Object.keys(processes);
  /** Numbers the states in the order in which they were found. */
  const numbers = new Map<string, number>([[encode(initial), 0]]);
  const keys = [encode(initial)];
  const origins: { from: number; by: number }[] = [];
  let statesAtRest = 0;
  const result = (isComplete: boolean, found?: Exploration['found']): Exploration => ({
    states: keys.length,
    statesAtRest,
    isComplete,
    found,
  });
  for (let at = 0; at < keys.length; at++) {
    const state = decode(keys[at]!);
    const wrong = violation(state);
    if (wrong) return result(false, { violation: wrong, steps: stepsTo(at) });
    if (keys.length > maxStates) return result(false);
    let isAtRest = true;
    for (const [by, name] of names.entries()) {
      for (const next of processes[name]!(state)) {
        const key = encode(next);
        if (key !== keys[at]) isAtRest = false;
        if (numbers.has(key)) continue;
        numbers.set(key, keys.length);
        origins[keys.length] = { from: at, by };
        keys.push(key);
      }
    }
    if (!isAtRest) continue;
    statesAtRest++;
    const left = violationAtRest(state);
    if (left) return result(false, { violation: left, steps: stepsTo(at) });
  }
  return result(true);

  function stepsTo(end: number): string[] {
    const steps: string[] = [];
    for (let at = end; at !== 0; at = origins[at]!.from) {
      steps.unshift(`${names[origins[at]!.by]} → ${decode(keys[at]!).join(' ')}`);
    }
    return steps;
  }
}
