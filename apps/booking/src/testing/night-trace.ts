import { explore } from '@keyhaven/testing/explore';
import type { State } from '@keyhaven/testing/protocol-state';
import { nightProtocol, occupies, type Stay, STAY } from './night-protocol';
import { FIRST, type Requests, SECOND } from './night-requests';

/** A state of a stay that a process stored and published. */
export interface ObservedState {
  version: number;
  /** The status of the stay: one of the values of STAY. */
  status: number;
  /** The keys of the stay's nights, even if the stay does not occupy these nights. */
  nights: readonly string[];
  /** When the state was written, by the database's clock. */
  utc: string;
}

/**
 * All observed states of a stay, in the order of their versions, and the keys that the document of
 * the stay has at the end of the test.
 */
export interface StayTrace {
  id: number;
  states: readonly ObservedState[];
  keys: readonly string[];
}

/**
 * The requests of two explorations: one has only a quote with a hold, the other has only a booking. Both contain every
 * change that a client can make. Together the explorations contain every step of a stay in the model of night keys.
 */
const requests: Requests[] = [
  { hold: { nights: FIRST, isAccepted: true, movesTo: SECOND, isExtended: true }, bookings: [] },
  { bookings: [{ nights: FIRST, isCanceled: true, isRestored: true, movesTo: SECOND }] },
];

/**
 * The changes (steps) of a stay that the model allows, as texts: the status before and after, and
 * whether the nights change.
 */
export function stepsOfModel(): Set<string> {
  const steps = new Set<string>();
  for (const { processes, stays, ...protocol } of requests.map((each) => nightProtocol(each))) {
    const note = (before: State, after: State) => {
      for (const stay of stays) {
        if (before[stay.status] === after[stay.status] && before[stay.nights] === after[stay.nights]) continue;
        steps.add(stepOf(partOf(before, stay), partOf(after, stay)));
      }
      return after;
    };
    const watched = Object.entries(processes).map(([name, process]) => [
      name,
      (state: State) => process(state).map((next) => note(state, next)),
    ]);
    explore({ ...protocol, processes: Object.fromEntries(watched) });
  }
  return steps;
}

/**
 * Checks observed states against the model of night keys. Each stay may make only steps of the
 * model, and only one stay at a time may hold a night. States with the same time are accepted if
 * the model allows them in some order.
 * @returns the faults, one message each.
 */
export function faultsOfTraces(traces: readonly StayTrace[]): string[] {
  const allowed = stepsOfModel();
  return [...traces.flatMap((trace) => faultsOfSteps(trace, allowed)), ...faultsOfHolders(traces)];
}

function partOf(state: State, { status, nights }: Stay): Pick<ObservedState, 'status' | 'nights'> {
  return { status: state[status]!, nights: [String(state[nights])] };
}

const nothing = { status: STAY.none, nights: [] };

type Step = Pick<ObservedState, 'status' | 'nights'>;

function stepOf(before: Step, after: Step): string {
  const [from, to] = [before, after].map(({ status }) => Object.keys(STAY)[status]);
  const isNew = before.status === STAY.none;
  return isNew || sameNights(before, after) ? `${from} to ${to}` : `${from} to ${to} with other nights`;
}

function sameNights(a: Step, b: Step): boolean {
  return a.nights.length === b.nights.length && a.nights.every((night) => b.nights.includes(night));
}

function faultsOfSteps({ id, states, keys }: StayTrace, allowed: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  let before: Step = nothing;
  for (const [index, state] of states.entries()) {
    if (state.version !== index + 1) faults.push(`stay ${id} has version ${state.version} after version ${index}`);
    const step = stepOf(before, state);
    const isSame = before.status === state.status && sameNights(before, state);
    if (!isSame && !allowed.has(step)) faults.push(`version ${state.version} of stay ${id} went from ${step}`);
    before = state;
  }
  const expected = { ...before, nights: occupies(before.status) ? before.nights : [] };
  if (!sameNights(expected, { ...expected, nights: keys }))
    faults.push(`stay ${id} has the keys ${keys.join(', ') || 'of no night'}, not ${expected.nights.join(', ')}`);
  return faults;
}

interface Write {
  trace: StayTrace;
  index: number;
  state: ObservedState;
}

/**
 * Replays all writes in the order of time. Reports a write that takes a night which another stay
 * holds.
 */
function faultsOfHolders(traces: readonly StayTrace[]): string[] {
  const faults: string[] = [];
  const holders = new Map<string, number>();
  const done = new Map<StayTrace, number>();
  const isNext = ({ trace, index }: Write) => (done.get(trace) ?? 0) === index;
  const takenBy = ({ trace: { id }, state: { status, nights } }: Write) =>
    occupies(status) ? nights.find((night) => (holders.get(night) ?? id) !== id) : undefined;
  for (const moment of writesByTime(traces)) {
    while (moment.length > 0) {
      const ready = moment.filter(isNext);
      // Stays with more writes at this time come first, because these writes may release nights
      // that other stays take.
      const writesLeft = ({ trace }: Write) => moment.filter((other) => other.trace === trace).length;
      const free = ready.filter((each) => takenBy(each) === undefined).sort((a, b) => writesLeft(b) - writesLeft(a));
      const write = free[0] ?? ready[0] ?? moment[0]!;
      const { trace, index, state } = write;
      const taken = takenBy(write);
      if (taken) faults.push(`stay ${trace.id} got ${taken} at ${state.utc}, while stay ${holders.get(taken)} held it`);
      for (const night of trace.states[index - 1]?.nights ?? []) {
        if (holders.get(night) === trace.id) holders.delete(night);
      }
      if (occupies(state.status)) for (const night of state.nights) holders.set(night, trace.id);
      done.set(trace, index + 1);
      moment.splice(moment.indexOf(write), 1);
    }
  }
  return faults;
}

/** All writes in the order of time, grouped by time. */
function writesByTime(traces: readonly StayTrace[]): Write[][] {
  const moments = new Map<string, Write[]>();
  for (const trace of traces) {
    for (const [index, state] of trace.states.entries()) {
      const moment = moments.get(state.utc) ?? [];
      moment.push({ trace, index, state });
      moments.set(state.utc, moment);
    }
  }
  return [...moments].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, moment]) => moment);
}
