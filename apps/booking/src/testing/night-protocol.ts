import type { Protocol } from '@keyhaven/testing/explore';
import {
  change,
  type Change,
  type Processes,
  ProtocolState,
  type State,
  written,
} from '@keyhaven/testing/protocol-state';
import type { DisabledRules, Requests } from './night-requests';

/** The status of a stay. An ended hold and a canceled booking occupy no nights. */
export const STAY = { none: 0, hold: 1, endedHold: 2, booking: 3, canceledBooking: 4 } as const;

/** The next step of a request. */
const STEP = { read: 0, write: 1, addKeys: 2, look: 3, check: 4, readHold: 5, endHold: 6, done: 7, refused: 8 };

/**
 * A document of the collection `stays` in the model. The state of the model is an array of numbers.
 * Each value here is an index in that array.
 */
export interface Stay {
  status: number;
  nights: number;
  keys: number;
  /** The nights that were promised to a client. Only a request of a client may change them. */
  promised: number;
  /** Whether the stay is a hold that has expired by the database's clock. */
  isExpired: number;
  readers: number[];
  /**
   * The booking request that creates the stay: requests with the same Idempotency-Key have the same number. 0 for a
   * hold.
   */
  request: number;
}

/** A request that creates or changes a stay in one write. */
interface Request {
  stay: Stay;
  /**
   * Whether the stay is in a state that the request can change. Absent if the request creates the
   * stay.
   */
  mayRead?: (state: State) => boolean;
  /** A condition of the write, in addition to the condition that the revision has not changed. */
  mayWrite?: (state: State) => boolean;
  ignoresRevision?: boolean;
  /** The nights whose keys the stay has after the write. */
  claims: (state: State) => number;
  write: (state: State) => State;
  /** Stores a value that the request has read from the stay, because the write needs this value. */
  remember?: (state: State) => Change;
  /** The step of the request after the write. Absent if the request ends with the write. */
  next?: number;
}

/**
 * A model of how stays get and release nights. It contains no links and no waitlist, which have
 * models of their own.
 */
export function nightProtocol(requests: Requests, without: DisabledRules = {}): Protocol & { stays: readonly Stay[] } {
  const model = new ProtocolState();
  const processes: Processes = {};
  const stays: Stay[] = [];
  const addStay = (request = 0): Stay => {
    const stay: Stay = {
      status: model.field(),
      nights: model.field(),
      keys: model.field(),
      promised: model.field(),
      isExpired: model.field(),
      readers: [],
      request,
    };
    stays.push(stay);
    return stay;
  };
  const held = requests.hold && addStay();
  const wasAcceptedLate = model.field();
  const wasRefusedByExpired = model.field();

  const isOver = (state: State, { isExpired }: Stay) => state[isExpired] === 1;
  const seemsOver = (state: State, stay: Stay) =>
    state[stay.status] === STAY.hold && (isOver(state, stay) || without.clockOfExpiry === true);
  const othersWith = (state: State, nights: number, own: Stay) =>
    stays.filter((other) => other !== own && (state[other.keys]! & nights) !== 0);

  /** Sets the status of a stay, its nights and their keys. */
  const put = (state: State, stay: Stay, status: number, nights: number): State => {
    const occupied = occupies(status) ? nights : 0;
    const fields: Change[] = [
      [stay.status, status],
      [stay.nights, nights],
      [stay.keys, occupied],
      [stay.promised, occupied],
      [stay.isExpired, 0],
    ];
    return change(state, ...fields, ...written(stay));
  };

  /** Ends the hold if it has expired, in two steps: a read and a conditional write. */
  const endingOf = (hold: Stay, pc: number, next: number) => {
    const isUnchanged = model.reader(hold);
    return (state: State): State[] => {
      if (state[pc] === STEP.readHold) {
        if (!seemsOver(state, hold)) return [change(state, [pc, next])];
        return [change(state, [pc, STEP.endHold], [isUnchanged, 1])];
      }
      const isCurrent = state[isUnchanged] === 1 && seemsOver(state, hold);
      if (!isCurrent && !without.conditionOfExpiry) return [change(state, [pc, STEP.readHold], [isUnchanged, 0])];
      const ended = put(state, hold, STAY.endedHold, state[hold.nights]!);
      // A hold promises its nights only until it expires.
      return [change(ended, [hold.promised, isOver(state, hold) ? 0 : state[hold.promised]!], [pc, next])];
    };
  };

  const addRequest = (name: string, request: Request) => {
    const { stay, mayRead, mayWrite = () => true, ignoresRevision, claims, write, remember, next } = request;
    const first = mayRead ? STEP.read : STEP.write;
    const pc = model.field(first);
    const isUnchanged = model.reader(stay);
    const ending = held && held !== stay ? endingOf(held, pc, first) : () => [];
    processes[name] = (state) => {
      const go = (step: number, ...changes: Change[]) => [change(state, [pc, step], [isUnchanged, 0], ...changes)];
      const rivals = othersWith(state, claims(state), stay);
      switch (state[pc]) {
        case STEP.read:
          if (!mayRead!(state)) return [];
          return [change(state, [pc, STEP.write], [isUnchanged, 1], ...(remember ? [remember(state)] : []))];
        case STEP.write:
          if (mayRead && !state[isUnchanged] && !ignoresRevision) return go(STEP.read);
          if (!mayWrite(state)) return go(mayRead ? STEP.read : STEP.done);
          if (rivals.length > 0 && !without.uniqueNights) return go(STEP.look);
          return [change(write(state), [pc, next ?? STEP.done], [isUnchanged, 0])];
        case STEP.addKeys: {
          const status = rivals.length > 0 ? STAY.canceledBooking : STAY.booking;
          return [change(put(state, stay, status, claims(state)), [pc, STEP.done])];
        }
        case STEP.look: {
          if (!rivals.some((rival) => seemsOver(state, rival))) return go(STEP.check);
          return without.takeOver ? go(STEP.refused, [wasRefusedByExpired, 1]) : go(STEP.readHold);
        }
        case STEP.check:
          return go(rivals.length > 0 ? STEP.refused : first);
        case STEP.readHold:
        case STEP.endHold:
          return ending(state);
        default:
          return [];
      }
    };
  };

  /** Adds a request that changes a stay if its status is one of `from`. */
  const addChange = (name: string, stay: Stay, from: readonly number[], write: Pick<Request, 'claims' | 'write'>) =>
    addRequest(name, {
      stay,
      mayRead: (state) => from.includes(state[stay.status]!),
      ignoresRevision: without.revisionOfChange,
      ...write,
    });
  const nightsOf = (stay: Stay) => (state: State) => state[stay.nights]!;

  /**
   * Adds a request that writes other nights and their keys. The other fields keep their stored
   * values.
   */
  const addMove = (name: string, stay: Stay, from: number, nights: number) =>
    addChange(name, stay, [from], {
      claims: () => nights,
      write: (state) => {
        const promised = occupies(state[stay.status]!) ? nights : 0;
        return change(state, [stay.nights, nights], [stay.keys, nights], [stay.promised, promised], ...written(stay));
      },
    });

  if (requests.hold && held) {
    const { nights, isAccepted, movesTo, isExtended } = requests.hold;
    const isOpen = (state: State) => state[held.status] === STAY.hold && !isOver(state, held);
    addRequest('quote', { stay: held, claims: () => nights, write: (state) => put(state, held, STAY.hold, nights) });
    processes.clock = (state) => (isOpen(state) ? [change(state, [held.isExpired, 1])] : []);
    if (!without.sweep) {
      const pc = model.field(STEP.readHold);
      processes.sweep = endingOf(held, pc, STEP.readHold);
    }
    if (isAccepted) {
      const accepted = model.field();
      addRequest('acceptance', {
        stay: held,
        mayRead: isOpen,
        remember: (state) => [accepted, state[held.nights]!],
        mayWrite: (state) => isOpen(state) || (without.clockOfAcceptance === true && state[held.status] === STAY.hold),
        ignoresRevision: without.revisionOfAcceptance,
        claims: () => 0,
        // The keys do not change, so they are not written.
        write: (state) => {
          const booked = put(state, held, STAY.booking, state[accepted]!);
          return change(booked, [held.keys, state[held.keys]!], [wasAcceptedLate, state[held.isExpired]!]);
        },
      });
    }
    if (movesTo !== undefined) addMove('move of the quote', held, STAY.hold, movesTo);
    if (isExtended) {
      addChange('extension of the quote', held, [STAY.hold, STAY.endedHold], {
        claims: nightsOf(held),
        write: (state) => put(state, held, STAY.hold, state[held.nights]!),
      });
    }
  }

  for (const [index, booking] of requests.bookings.entries()) {
    const { nights, attempts = 1, isCanceled, isRestored, movesTo } = booking;
    const made = Array.from({ length: attempts }, () => addStay(index + 1));
    for (const [attempt, stay] of made.entries()) {
      const withoutKeys = (state: State) => change(put(state, stay, STAY.booking, nights), [stay.keys, 0]);
      addRequest(`booking ${index}.${attempt}`, {
        stay,
        mayWrite: (state) => without.uniqueRequest === true || made.every(({ status }) => state[status] === STAY.none),
        claims: () => nights,
        write: without.keysWithStay ? withoutKeys : (state) => put(state, stay, STAY.booking, nights),
        next: without.keysWithStay ? STEP.addKeys : STEP.done,
      });
      if (isCanceled) {
        addChange(`cancellation ${index}.${attempt}`, stay, [STAY.booking], {
          claims: () => 0,
          write: (state) => put(state, stay, STAY.canceledBooking, state[stay.nights]!),
        });
      }
      if (isRestored) {
        addChange(`restoration ${index}.${attempt}`, stay, [STAY.canceledBooking], {
          claims: nightsOf(stay),
          write: (state) => put(state, stay, STAY.booking, state[stay.nights]!),
        });
      }
      if (movesTo !== undefined) addMove(`move ${index}.${attempt}`, stay, STAY.booking, movesTo);
    }
  }

  const counts = (state: State, stay: Stay) => occupies(state[stay.status]!) && !isOver(state, stay);
  const violation = (state: State): string | undefined => {
    for (const [index, stay] of stays.entries()) {
      const others = stays.slice(index + 1);
      const isSoldTwice = (other: Stay) => counts(state, other) && (state[other.nights]! & state[stay.nights]!) !== 0;
      if (counts(state, stay) && others.some(isSoldTwice)) return 'a night is sold to two stays';
      const promised = state[stay.promised]!;
      const isKept = isOver(state, stay) || (counts(state, stay) && state[stay.nights] === promised);
      if (promised !== 0 && !isKept) return 'a stay lost nights that were promised';
      const sameRequest = others.filter((other) => other.request > 0 && other.request === stay.request);
      const exists = ({ status }: Stay) => state[status] !== STAY.none;
      if (exists(stay) && sameRequest.some(exists)) return 'one request made two stays';
    }
    if (state[wasAcceptedLate]) return 'a quote was accepted after it had expired';
    return state[wasRefusedByExpired] ? 'a request was refused because of an expired hold' : undefined;
  };
  const violationAtRest = (state: State): string | undefined => {
    if (held && state[held.status] === STAY.hold && isOver(state, held)) return 'an expired hold was not ended';
    const own = (stay: Stay) => (occupies(state[stay.status]!) ? state[stay.nights]! : 0);
    if (stays.some((stay) => (own(stay) & ~state[stay.keys]!) !== 0)) return 'a stay lacks the keys of its nights';
    if (stays.some((stay) => (state[stay.keys]! & ~own(stay)) !== 0))
      return 'a stay blocks a night that it does not have';
    return undefined;
  };
  return { initial: model.initial, processes, violation, violationAtRest, stays };
}

/** Whether a stay with this status occupies its nights. */
export function occupies(status: number): boolean {
  return status === STAY.hold || status === STAY.booking;
}
