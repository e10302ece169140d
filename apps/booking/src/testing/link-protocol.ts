import type { Protocol } from '@keyhaven/testing/explore';

/**
 * The rules of docs/decisions/006-links.md. If a field is true, the model runs without the rule that the field
 * describes. Tests use this to show that each rule is needed.
 */
export interface BrokenRules {
  /** The process that books (the booker) reads `links_revision` of its property again before it answers the request. */
  secondRead?: boolean;
  /** The booker reads `links_revision` again even if the property had no links. */
  secondReadWithoutLinks?: boolean;
  /** A stay is written before its request is answered, even if its keys do not change. */
  writeOfEqualKeys?: boolean;
  /** The links of a stay are read after its document was read. */
  linksAfterStay?: boolean;
  /** The keys of a stay are written only if the stay was not written since it was read. */
  conditionOfKeys?: boolean;
  /** A stay is undone only if it was not written since it was read. */
  conditionOfWithdrawal?: boolean;
  /** If a stay conflicts with a pending link, the link is refused and the stay remains. */
  pendingGivesWay?: boolean;
  /**
   * The process that creates the link (the maker) checks that the link is still pending before it adds the link to a
   * property.
   */
  checkBeforeEntry?: boolean;
  /** The maker of the link adds the link to a property only if `links_revision` of the property has not changed. */
  conditionOfEntry?: boolean;
  /**
   * The process that removes the link (the remover) increases `links_revision` of a property even
   * if the property does not contain the link.
   */
  raiseWhereAbsent?: boolean;
  /** Removing the link from a property increases `links_revision`. */
  raiseOnRemoval?: boolean;
  /** The maker of the link gives the keys of the link to the existing stays before it activates the link. */
  passes?: boolean;
}

export interface Roles {
  /**
   * For each stay, how many processes (settlers) secure its nights and answer its request, in addition to its booker.
   * Settlers stand for repeated requests and for sweeps (periodic background jobs).
   */
  settlers: readonly [number, number];
  /**
   * Whether settlers secure a stay even if `links_revision` is unchanged, as they do for a stay that
   * waits for nights.
   */
  settlesAlways?: boolean;
  makers: number;
  removers: number;
  /** Whether a client may cancel a booking after its request was answered. */
  cancels: boolean;
}

const LINK = { none: 0, pending: 1, active: 2, removing: 3, removed: 4 };
const STAY = { none: 0, active: 1, withdrawn: 2, canceled: 3 };
const ANSWER = { none: 0, booked: 1, refused: 2 };

/**
 * The steps of each kind of process. The state of a process is the number of its next step. A booker that finds changed
 * links continues with the steps of SETTLE, which are also the steps of a settler.
 */
const BOOK = { readLinks: 0, write: 1, readAgain: 2 };
const SETTLE = { readStay: 4, readLinks: 5, write: 6, readLink: 7, refuse: 8, withdraw: 9, answer: 10, done: 11 };
const CANCEL = { read: 0, write: 1, done: 2 };
const MAKE = { begin: 0, read: 1, check: 2, enter: 3, pass: 7, giveKey: 8, activate: 11, done: 12 };
const REMOVE = { begin: 0, takeEntry: 1, readStay: 3, takeKey: 4, end: 7, done: 8 };

type State = readonly number[];
type Change = readonly [at: number, value: number];

/**
 * A model of docs/decisions/006-links.md for one night at two properties. For each property, one process (a booker)
 * books the night there, while other processes create and remove a link between the properties. Only the link prevents
 * bookings of the night at both properties: the key of the link can belong to only one stay. The model has no
 * revisions. Instead, each process that reads has a flag that says whether the data that it read is unchanged. A write
 * clears the flags of all processes that have read the data.
 */
export function linkProtocol(roles: Roles, broken: BrokenRules = {}): Protocol {
  const { settlers, settlesAlways = false, makers, removers, cancels } = roles;
  const initial: number[] = [];
  const field = () => initial.push(0) - 1;
  const link = field();
  const properties = [0, 1].map(() => ({ entry: field(), readers: [] as number[] }));
  const stays = [0, 1].map(() => ({ status: field(), key: field(), answer: field(), readers: [] as number[] }));
  const processes: Record<string, (state: State) => State[]> = {};

  const change = (state: State, ...changes: Change[]): State => {
    const next = [...state];
    for (const [at, value] of changes) next[at] = value;
    return next;
  };
  const reader = (of: { readers: number[] }): number => {
    const flag = field();
    of.readers.push(flag);
    return flag;
  };
  const written = ({ readers }: { readers: number[] }): Change[] => readers.map((flag) => [flag, 0]);
  const ifPending = (state: State, next: number): Change[] => (state[link] === LINK.pending ? [[link, next]] : []);

  /**
   * The steps that give a stay the keys of the current links and answer its request. If another stay
   * already has the key of an active link, the steps undo the stay.
   */
  function settling(index: 0 | 1, pc: number) {
    const stay = stays[index]!;
    const other = stays[1 - index]!;
    const property = properties[index]!;
    const [isUnchanged, entry] = [reader(stay), field()];
    const order = [SETTLE.readStay, SETTLE.readLinks];
    if (broken.linksAfterStay) order.reverse();
    const after = (step: number) => (step === order[0] ? order[1]! : SETTLE.write);
    const end = (state: State, answer: number) =>
      change(state, [pc, SETTLE.done], [isUnchanged, 0], [entry, 0], [stay.answer, answer]);
    const begin = (state: State) => change(state, [pc, order[0]!], [isUnchanged, 0], [entry, 0]);
    const settle = (state: State): State[] => {
      switch (state[pc]) {
        case SETTLE.readStay:
          if (state[stay.status] === STAY.withdrawn) return [end(state, ANSWER.refused)];
          if (state[stay.status] === STAY.canceled) return [end(state, state[stay.answer]!)];
          return [change(state, [pc, after(SETTLE.readStay)], [isUnchanged, 1])];
        case SETTLE.readLinks:
          return [change(state, [pc, after(SETTLE.readLinks)], [entry, state[property.entry]!])];
        case SETTLE.write: {
          if (!state[isUnchanged] && !broken.conditionOfKeys) return [begin(state)];
          if (state[stay.status] !== STAY.active) return [begin(state)];
          if (state[entry] && state[other.key]) return [change(state, [pc, SETTLE.readLink])];
          if (broken.writeOfEqualKeys && state[stay.key] === state[entry])
            return [change(state, [pc, SETTLE.answer], [isUnchanged, 0], [entry, 0])];
          return [change(state, [stay.key, state[entry]!], ...written(stay), [pc, SETTLE.answer], [entry, 0])];
        }
        case SETTLE.readLink:
          if (state[link] === LINK.pending)
            return [change(state, [pc, broken.pendingGivesWay ? SETTLE.withdraw : SETTLE.refuse])];
          return state[link] === LINK.active ? [change(state, [pc, SETTLE.withdraw])] : [begin(state)];
        case SETTLE.refuse:
          return [begin(change(state, ...ifPending(state, LINK.removing)))];
        case SETTLE.withdraw:
          if (!state[isUnchanged] && !broken.conditionOfWithdrawal) return [begin(state)];
          if (state[stay.status] !== STAY.active) return [begin(state)];
          return [begin(change(state, [stay.status, STAY.withdrawn], [stay.key, 0], ...written(stay)))];
        case SETTLE.answer:
          return [end(state, ANSWER.booked)];
        default:
          return [];
      }
    };
    return { settle, begin };
  }

  for (const index of [0, 1] as const) {
    const stay = stays[index]!;
    const other = stays[1 - index]!;
    const property = properties[index]!;
    /** Whether `links_revision` is the same as when the stay's write was computed. */
    const isSameNumber = reader(property);

    const [pc, entry] = [field(), field()];
    const { settle, begin } = settling(index, pc);
    processes[`booker ${index}`] = (state) => {
      switch (state[pc]) {
        case BOOK.readLinks:
          return [change(state, [pc, BOOK.write], [entry, state[property.entry]!], [isSameNumber, 1])];
        case BOOK.write: {
          if (state[entry] && state[other.key])
            return [change(state, [pc, SETTLE.done], [entry, 0], [isSameNumber, 0], [stay.answer, ANSWER.refused])];
          const isLast = broken.secondRead || (broken.secondReadWithoutLinks && !state[entry]);
          const stored = change(state, [stay.status, STAY.active], [stay.key, state[entry]!]);
          return [change(stored, [entry, 0], [pc, isLast ? SETTLE.answer : BOOK.readAgain])];
        }
        case BOOK.readAgain:
          return [state[isSameNumber] ? change(state, [pc, SETTLE.answer]) : begin(state)];
        default:
          return settle(state);
      }
    };

    for (let nth = 0; nth < settlers[index]; nth++) {
      const pc = field();
      const { settle, begin } = settling(index, pc);
      processes[`settler ${index}.${nth}`] = (state) => {
        if (state[pc] !== 0) return settle(state);
        if (state[stay.status] === STAY.none) return [];
        const isSettled = (state[isSameNumber] && !settlesAlways) || broken.secondRead;
        return [isSettled && state[stay.status] === STAY.active ? change(state, [pc, SETTLE.answer]) : begin(state)];
      };
    }

    if (!cancels) continue;
    const [canceler, isUnchanged] = [field(), reader(stay)];
    processes[`canceler ${index}`] = (state) => {
      if (state[stay.answer] !== ANSWER.booked || state[stay.status] !== STAY.active) return [];
      if (state[canceler] === CANCEL.read) return [change(state, [canceler, CANCEL.write], [isUnchanged, 1])];
      if (state[canceler] !== CANCEL.write) return [];
      if (!state[isUnchanged]) return [change(state, [canceler, CANCEL.read])];
      return [change(state, [stay.status, STAY.canceled], [stay.key, 0], ...written(stay), [canceler, CANCEL.done])];
    };
  }

  for (let nth = 0; nth < makers; nth++) {
    const pc = field();
    const numbers = properties.map(reader);
    const revisions = stays.map(reader);
    processes[`maker ${nth}`] = (state) => {
      const at = state[pc]!;
      if (at === MAKE.begin) {
        if (state[link] === LINK.none) return [change(state, [link, LINK.pending], [pc, MAKE.read])];
        // Complete a link that another process began to create.
        return state[link] === LINK.pending ? [change(state, [pc, MAKE.read])] : [];
      }
      if (at === MAKE.activate) return [change(state, ...ifPending(state, LINK.active), [pc, MAKE.done])];
      if (at === MAKE.done) return [];
      // The steps `read` to `enter` run for one property, then for the other. Then the steps `pass`
      // and `giveKey` run for each stay.
      const isPassing = at >= MAKE.pass;
      const [begin, length] = isPassing ? [MAKE.pass, 2] : [MAKE.read, 3];
      const index = at >= begin + length ? 1 : 0;
      const first = index * length;
      const next = first + begin + length;
      const [property, stay, other] = [properties[index]!, stays[index]!, stays[1 - index]!];
      const [isSameNumber, isUnchanged] = [numbers[index]!, revisions[index]!];
      const go = (step: number): Change => [pc, first + step];
      switch (at - first) {
        case MAKE.read:
          return [change(state, [isSameNumber, 1], go(broken.checkBeforeEntry ? MAKE.enter : MAKE.check))];
        case MAKE.check:
          if (state[link] === LINK.pending) return [change(state, go(MAKE.enter))];
          return [change(state, [isSameNumber, 0], [pc, MAKE.done])];
        case MAKE.enter: {
          if (!state[isSameNumber] && !broken.conditionOfEntry) return [change(state, go(MAKE.read))];
          const onwards: Change = [pc, broken.passes && index === 1 ? MAKE.activate : next];
          if (state[property.entry]) return [change(state, [isSameNumber, 0], onwards)];
          return [change(state, [property.entry, 1], ...written(property), onwards)];
        }
        case MAKE.pass:
          if (state[stay.status] !== STAY.active || state[stay.key]) return [change(state, [pc, next])];
          return [change(state, [isUnchanged, 1], go(MAKE.giveKey))];
        default:
          if (!state[isUnchanged]) return [change(state, go(MAKE.pass))];
          if (!state[other.key]) return [change(state, [stay.key, 1], ...written(stay), go(MAKE.pass))];
          return [change(state, ...ifPending(state, LINK.removing), [isUnchanged, 0], [pc, MAKE.done])];
      }
    };
  }

  for (let nth = 0; nth < removers; nth++) {
    const pc = field();
    const revisions = stays.map(reader);
    processes[`remover ${nth}`] = (state) => {
      const at = state[pc]!;
      if (at === REMOVE.begin) {
        const exists = state[link] === LINK.pending || state[link] === LINK.active || state[link] === LINK.removing;
        return exists ? [change(state, [link, LINK.removing], [pc, REMOVE.takeEntry])] : [];
      }
      if (at < REMOVE.readStay) {
        const property = properties[at - REMOVE.takeEntry]!;
        const raises = !broken.raiseOnRemoval && (state[property.entry] || !broken.raiseWhereAbsent);
        return [change(state, [property.entry, 0], ...(raises ? written(property) : []), [pc, at + 1])];
      }
      if (at === REMOVE.end) {
        const ended: Change[] = state[link] === LINK.removing ? [[link, LINK.removed]] : [];
        return [change(state, ...ended, [pc, REMOVE.done])];
      }
      if (at === REMOVE.done) return [];
      const index = at > REMOVE.takeKey ? 1 : 0;
      const first = REMOVE.readStay + 2 * index;
      const [stay, isUnchanged] = [stays[index]!, revisions[index]!];
      if (at === first) {
        return [state[stay.key] ? change(state, [isUnchanged, 1], [pc, first + 1]) : change(state, [pc, first + 2])];
      }
      if (!state[isUnchanged]) return [change(state, [pc, first])];
      return [change(state, [stay.key, 0], ...written(stay), [pc, first])];
    };
  }

  const areIn = (state: State, { status, answer }: (typeof stays)[number], reached: number) =>
    state[status] === reached && state[answer] === ANSWER.booked;
  return {
    initial,
    processes,
    violation: (state) => {
      if (state[link] === LINK.active && stays.every((stay) => areIn(state, stay, STAY.active)))
        return 'both properties are booked, and the link is active';
      if (stays.some((stay) => areIn(state, stay, STAY.withdrawn))) return 'an answered booking was undone';
      const isLeft = state[link] === LINK.removed && properties.some(({ entry }) => state[entry]);
      return isLeft ? 'the link is removed, but a property still has its entry' : undefined;
    },
  };
}
