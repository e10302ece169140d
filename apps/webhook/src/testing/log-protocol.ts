import type { Protocol } from '@keyhaven/testing/explore';

/**
 * Rules of the event log that can be disabled one by one, to show that each of them is needed (decision 020). To close
 * a position means to mark it as empty, so that no event can be stored there later.
 */
export interface DisabledRules {
  /** A reader closes a position without an event before it continues after this position. */
  gapsAreClosed?: boolean;
  /** The unique index refuses an event at a closed position. */
  uniquePosition?: boolean;
  /** The unique index refuses an event that is already stored. */
  uniqueEvent?: boolean;
  /** The events of a batch are inserted in order. */
  orderedInserts?: boolean;
  /** If an event is refused, all following events of its batch get new positions. */
  restGetsNewPositions?: boolean;
  /** Events are acknowledged to the bus after they were stored. */
  acknowledgedAfterStoring?: boolean;
  /**
   * The bus delivers a change only after the earlier changes of its record were acknowledged, or delivers all of these
   * changes in one batch.
   */
  deliveredInOrder?: boolean;
}

/** FIRST and SECOND are changes of the same record, OTHER is a change of another record. */
export const FIRST = 1;
export const SECOND = 2;
export const OTHER = 3;
const EVENTS = [FIRST, SECOND, OTHER];

/** What a position contains if no event is stored there. */
const EMPTY = 0;
const CLOSED = 9;

/** The steps of a process that writes, and of a reader. */
const WRITE = { begin: 0, take: 1, insert: 2, check: 3, close: 4, acknowledge: 5, done: 6 };
const READ = { look: 0, close: 1 };

/** The number of positions in the model. No interleaving assigns more positions than this. */
const POSITIONS = 14;

type State = readonly number[];

/**
 * Returns a model of the protocol of decision 020 for the log of one account. Processes store batches of events, and a
 * reader reads them. After redeliveries, the same event is in several batches. A reader may close a position after ten
 * seconds. The model has no clock, so these ten seconds can be over at any step.
 */
export function logProtocol(batches: readonly (readonly number[])[], without: DisabledRules = {}): Protocol {
  const initial: number[] = [];
  const field = () => initial.push(0) - 1;
  const last = field();
  const slots = Array.from({ length: POSITIONS }, field);
  const acknowledged = new Map(EVENTS.map((event) => [event, field()]));
  const processes: Record<string, (state: State) => State[]> = {};

  const at = (state: State, position: number) => state[slots[position - 1]!]!;
  const isStored = (state: State, event: number) => slots.some((slot) => state[slot] === event);
  const change = (state: State, ...changes: (readonly [at: number, value: number])[]): State => {
    const next = [...state];
    for (const [index, value] of changes) next[index] = value;
    return next;
  };
  const put = (state: State, position: number, content: number) => change(state, [slots[position - 1]!, content]);
  const close = (state: State, position: number) =>
    at(state, position) === EMPTY ? put(state, position, CLOSED) : state;

  for (const [nth, batch] of batches.entries()) {
    const [pc, refused] = [field(), field()];
    const positions = batch.map(field);
    /** For each event of the batch, whether the process has finished its work on it. */
    const done = batch.map(field);
    const open = (state: State) => batch.map((_, index) => index).filter((index) => !state[done[index]!]);
    const markDone = (state: State, ...indexes: readonly number[]) =>
      change(state, ...indexes.map((index) => [done[index]!, 1] as const));
    const goOn = (state: State, next: number) => {
      const end = without.acknowledgedAfterStoring ? WRITE.done : WRITE.acknowledge;
      return change(state, [pc, open(state).length > 0 ? next : end], [refused, 0]);
    };
    const take = (state: State, indexes: readonly number[]) =>
      change(
        state,
        ...indexes.map((index, order) => [positions[index]!, state[last]! + 1 + order] as const),
        [last, state[last]! + indexes.length],
        [pc, WRITE.insert],
      );
    const acknowledge = (state: State, next: number) =>
      change(state, ...batch.map((event) => [acknowledged.get(event)!, 1] as const), [pc, next]);
    const insert = (state: State, index: number): State => {
      const [event, position] = [batch[index]!, state[positions[index]!]!];
      const isKnown = isStored(state, event) && !without.uniqueEvent;
      const isTaken = at(state, position) !== EMPTY && !without.uniquePosition;
      if (isKnown || isTaken) return change(state, [pc, WRITE.check], [refused, index]);
      return goOn(markDone(put(state, position, event), index), WRITE.insert);
    };

    processes[`writer ${nth}`] = (state) => {
      const index = state[refused]!;
      const position = state[positions[index]!]!;
      switch (state[pc]) {
        case WRITE.begin: {
          const isEarly = batch[0] === SECOND && !state[acknowledged.get(FIRST)!];
          if (isEarly && !without.deliveredInOrder) return [];
          if (without.acknowledgedAfterStoring) return [acknowledge(state, WRITE.take)];
          return [change(state, [pc, WRITE.take])];
        }
        case WRITE.take:
          return [take(state, open(state))];
        case WRITE.insert: {
          const next = open(state);
          return (without.orderedInserts ? next : next.slice(0, 1)).map((each) => insert(state, each));
        }
        case WRITE.check: {
          const rest = without.restGetsNewPositions ? [index] : open(state);
          const known = rest.filter((each) => isStored(state, batch[each]!));
          return [change(markDone(state, ...known), [pc, WRITE.close])];
        }
        case WRITE.close: {
          if (without.restGetsNewPositions) {
            const closed = close(state, position);
            return [state[done[index]!] ? goOn(closed, WRITE.insert) : take(change(closed, [refused, 0]), [index])];
          }
          return [
            goOn(
              positions.reduce((next, position) => close(next, next[position]!), state),
              WRITE.take,
            ),
          ];
        }
        case WRITE.acknowledge:
          return [acknowledge(state, WRITE.done)];
        default:
          return [];
      }
    };
  }

  const [pc, cursor] = [field(), field()];
  const seen = new Map(EVENTS.map((event) => [event, field()]));
  processes.reader = (state) => {
    const next = state[cursor]! + 1;
    const content = at(state, next);
    if (state[pc] === READ.close) {
      const passed = change(state, [pc, READ.look]);
      return [without.gapsAreClosed ? change(passed, [cursor, next]) : close(passed, next)];
    }
    if (content === EMPTY) {
      const isGap = slots.slice(next).some((slot) => state[slot] !== EMPTY);
      return isGap ? [change(state, [pc, READ.close])] : [];
    }
    const marks = seen.has(content) ? [[seen.get(content)!, 1] as const] : [];
    return [change(state, [cursor, next], ...marks)];
  };

  return {
    initial,
    processes,
    violation: (state) => {
      if (state[last]! >= POSITIONS) throw new Error('the model has too few positions');
      const positions = (event: number) => slots.flatMap((slot, index) => (state[slot] === event ? [index + 1] : []));
      if (EVENTS.some((event) => positions(event).length > 1)) return 'an event is in the log twice';
      if (
        EVENTS.some(
          (event) => positions(event).some((position) => position <= state[cursor]!) && !state[seen.get(event)!],
        )
      )
        return 'an event was stored behind the reader';
      const [first = Infinity, second = Infinity] = [FIRST, SECOND].flatMap((event) => positions(event)[0] ?? Infinity);
      if (second < first) return 'the second change of a record is before the first';
      const isLost = EVENTS.some((event) => state[acknowledged.get(event)!] && positions(event).length === 0);
      return isLost ? 'an event was acknowledged, and is not stored' : undefined;
    },
  };
}
