/**
 * A protocol, modelled as small steps on a shared state. The state is a list of small whole
 * numbers, and each process has its own elements in this list. A step is what a process does
 * between two moments at which other processes can act, such as one read or one conditional write.
 *
 * Some processes may stop forever, as after a crash. `violation` needs no step for the stop, because
 * it is called for every state, even if the process never continues from there. `violationAtRest`
 * needs such a step, because it is called only for states in which no process can continue.
 */
export interface Protocol {
  /** The initial state: numbers from 0 to 65,535. */
  initial: readonly number[];
  /**
   * The processes by name. Each function returns all states that the next step of the process can
   * lead to.
   */
  processes: Readonly<Record<string, (state: readonly number[]) => readonly (readonly number[])[]>>;
  /** Returns what is wrong with a state; undefined if nothing is wrong. */
  violation: (state: readonly number[]) => string | undefined;
  /**
   * Returns what is wrong with a state at rest, which no process can change any more; undefined if
   * nothing is wrong.
   */
  violationAtRest?: (state: readonly number[]) => string | undefined;
}

export interface Exploration {
  states: number;
  /** The number of states at rest, which no process can change any more. */
  statesAtRest: number;
  /** Whether every reachable state was visited. */
  isComplete: boolean;
  /** The first violation found, with the shortest list of steps that leads to it. */
  found: { violation: string; steps: string[] } | undefined;
}

/**
 * Visits every state that any order of steps can reach. States that need fewer steps come first.
 * Stops at the first violation, or when it has found more than `maxStates` states.
 */
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
  /** The position of each state in `keys`. */
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
