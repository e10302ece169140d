import type { Protocol } from '@keyhaven/testing/explore';
import {
  change,
  type Change,
  type Processes,
  ProtocolState,
  type State,
  written,
} from '@keyhaven/testing/protocol-state';
import type { DisabledRules, Roles } from './outbox-roles';

/** How many spilled entries a relay reads in one step. */
const PAGE = 2;

const WRITE = { read: 0, write: 1, append: 2, runJob: 3, readFull: 4, spill: 5, remove: 6, dead: 7 };
const RELAY = {
  idle: 0,
  lease: 1,
  read: 2,
  readSpilled: 3,
  handle: 4,
  delete: 5,
  finish: 6,
  mark: 7,
  late: 8,
  dead: 9,
};

/**
 * The first entry of a set. A set of entries is a number. Its bit n stands for entry n, in the
 * order of the commits.
 */
const lowest = (entries: number) => entries & -entries;
const length = (entries: number): number => (entries === 0 ? 0 : 1 + length(entries & (entries - 1)));
/** The position of the last entry of a set, counted from 1; 0 if the set is empty. */
const lastOf = (entries: number) => 32 - Math.clz32(entries);

/** A model of the outbox of one document, its relays and the spill collection. */
export function outboxProtocol(roles: Roles, without: DisabledRules = {}): Protocol {
  const { hasJobs = false, mayDie = false, leasesRunOut = false, room = 1, isOnce = false } = roles;
  const perChange = hasJobs ? 2 : 1;
  const model = new ProtocolState();
  const processes: Processes = {};
  /**
   * The document. Its fields: the entries, the `seq` of the last spilled entry, and the lease. The
   * owner of a lease is the number of a process plus 1.
   */
  const document = { readers: [] as number[] };
  const [outbox, mark, isDue, owner, isLate] = [
    model.field(),
    model.field(),
    model.field(),
    model.field(),
    model.field(),
  ];
  const spilled = model.field();
  /** The number of committed changes, and the number of committed entries. */
  const [changed, committed] = [model.field(), model.field()];
  const handled = model.field();
  const [wasDisordered, wasRepeated] = [model.field(), model.field()];
  const isDead = model.field();

  /**
   * For each process, whether it still has work to do for the document and therefore renews its
   * lease.
   */
  const isAtWork: ((state: State) => boolean)[] = [];

  const isJob = (entry: number) => hasJobs && lastOf(entry) % 2 === 0;
  const jobsIn = (entries: number) => (hasJobs ? entries & 0b101010101010 : 0);
  const eventsOf = (entries: number) => entries & ~jobsIn(entries);
  /** Publishes an event or runs a job. */
  const handle = (state: State, entry: number): State => {
    const before = (entry - 1) & (isJob(entry) ? jobsIn(entry - 1) : eventsOf(entry - 1));
    return change(
      state,
      [handled, state[handled]! | entry],
      [wasDisordered, state[wasDisordered] || (before & ~state[handled]!) !== 0 ? 1 : 0],
      [wasRepeated, state[wasRepeated] || (state[handled]! & entry) !== 0 ? 1 : 0],
    );
  };
  const lease = (by: number): Change[] => [
    [isDue, 1],
    [owner, by + 1],
    [isLate, 0],
  ];
  const markUpTo = (state: State, last: number): Change => [mark, Math.max(state[mark]!, last)];

  for (const [index, changes] of roles.changes.entries()) {
    /**
     * The latest outbox that the process has read and not drained: its entries, the `seq` of the
     * last spilled entry, and the jobs that have run.
     */
    const queue = { isFilled: model.field(), entries: model.field(), mark: model.field(), done: model.field() };
    const relay = model.field();
    /**
     * The entries that the relay still has to handle: `older` from the spill collection, `newer`
     * from the document.
     */
    const [older, newer, upTo, done] = [model.field(), model.field(), model.field(), model.field()];
    const [page, hasPage] = [model.field(), model.field()];
    const isUnchanged = model.reader(document);
    let isAnswering = (_state: State): boolean => false;
    isAtWork.push((state) => state[queue.isFilled] === 1 || state[relay] !== RELAY.idle || isAnswering(state));
    const atRelay = [relay, older, newer, upTo, done, page, hasPage, isUnchanged];

    if (changes > 0) {
      const [pc, left, moving] = [model.field(), model.field(changes), model.field()];
      const [entries, entriesMark] = [model.field(), model.field()];
      const isSame = model.reader(document);
      isAnswering = (state) => state[pc] === WRITE.runJob;
      const ownEntries = (state: State) => ((1 << perChange) - 1) << state[committed]!;
      const enqueue = (state: State, all: number, spilledUpTo: number, jobs: number): Change[] => {
        const isLater = !state[queue.isFilled] || lastOf(all) >= lastOf(state[queue.entries]!);
        if (!isLater) return [];
        return [
          [queue.isFilled, 1],
          [queue.entries, all & ~jobs],
          [queue.mark, spilledUpTo],
          [queue.done, jobs],
        ];
      };
      const append = (state: State): State => {
        const all = state[outbox]! | ownEntries(state);
        const next = change(
          state,
          [outbox, all],
          [committed, state[committed]! + perChange],
          ...lease(index),
          ...written(document),
          [left, state[left]! - 1],
        );
        if (hasJobs) return change(next, [pc, WRITE.runJob], [entries, all], [entriesMark, state[mark]!]);
        return change(next, [pc, WRITE.read], ...enqueue(state, all, state[mark]!, 0));
      };
      processes[`writer ${index}`] = (state) => {
        const go = (step: number, ...more: Change[]) => [change(state, [pc, step], ...more)];
        const full = state[moving]!;
        const store: Change[] = [[spilled, state[spilled]! | full]];
        const due: Change[] =
          state[isDue] || without.dueWithMark
            ? []
            : [
                [isDue, 1],
                [isLate, 1],
              ];
        const take: Change[] = [[outbox, state[outbox]! & ~full], markUpTo(state, lastOf(full)), ...due];
        switch (state[pc]) {
          case WRITE.read: {
            if (state[left] === 0) return [];
            const read = change(state, [pc, WRITE.write], [isSame, 1]);
            return [without.publishAfterCommit ? handle(read, 1 << state[committed]!) : read];
          }
          case WRITE.write: {
            const hasRoom = length(state[outbox]!) < room;
            if (!state[isSame] || !hasRoom) return go(WRITE.readFull, [isSame, 0]);
            const next = change(state, [changed, state[changed]! + 1], [isSame, 0]);
            if (without.entriesWithChange) return [change(next, ...written(document), [pc, WRITE.append])];
            return [append(next)];
          }
          case WRITE.append:
            return [append(state)];
          case WRITE.runJob: {
            const jobs = jobsIn(state[entries]!);
            // Spilled jobs are older than those in the document.
            const open = jobs | (state[entriesMark] ? jobsIn(state[spilled]!) : 0);
            let ran = state;
            for (let job = lowest(open); job !== 0; job = lowest(open & ~(2 * job - 1))) ran = handle(ran, job);
            const queued = enqueue(state, state[entries]!, state[entriesMark]!, jobs);
            return [change(ran, [pc, WRITE.read], [entries, 0], [entriesMark, 0], ...queued)];
          }
          case WRITE.readFull:
            return length(state[outbox]!) < room ? go(WRITE.read) : go(WRITE.spill, [moving, state[outbox]!]);
          case WRITE.spill:
            return go(WRITE.remove, ...(without.spillBeforeRemoval ? take : store));
          case WRITE.remove:
            return go(WRITE.read, [moving, 0], ...(without.spillBeforeRemoval ? store : take));
          default:
            return [];
        }
      };
      if (mayDie && index === 0) {
        const own = [...atRelay, ...Object.values(queue), left, moving, entries, entriesMark, isSame];
        processes.death = (state) => {
          if (state[isDead]) return [];
          const gone = change(state, ...own.map((at): Change => [at, 0]));
          return [change(gone, [isDead, 1], [pc, WRITE.dead], [relay, RELAY.dead])];
        };
      }
    }

    const rest = (state: State) => change(state, ...atRelay.map((at): Change => [at, 0]));
    /** Begins to drain the outbox of a document, with the entries that the document had when it was read. */
    const begin = (state: State, entries: number, spilledUpTo: number, jobs: number): State => {
      const read = change(rest(state), [newer, entries], [upTo, spilledUpTo], [done, jobs]);
      return spilledUpTo > 0 ? change(read, [relay, RELAY.readSpilled]) : beginToHandle(read);
    };
    const beginToHandle = (state: State): State => {
      if (!without.removeAfterHandling) return change(state, [relay, RELAY.handle]);
      return change(state, [done, state[done]! | state[older]! | state[newer]!], [relay, RELAY.delete]);
    };
    const nextOf = (state: State) => {
      const [first, second] = without.spilledFirst ? [newer, older] : [older, newer];
      const from = state[first] ? first : second;
      return { from, entry: lowest(state[from]!) };
    };
    /** Removes the handled entries. If no entry is left, removes the document's lease too. */
    const finish = (state: State): State => {
      const finished = state[done]!;
      const open = lowest(state[page]! & ~finished);
      const read = length(state[page]!) < PAGE ? state[upTo]! : lastOf(state[page]!);
      const drained = !state[hasPage] ? -1 : open ? lastOf(open) - 1 : read;
      const left = state[outbox]! & ~finished;
      const marked = state[mark]! <= drained || without.markUpToLast ? 0 : state[mark]!;
      const isIdle = (left === 0 || without.emptyInDatabase) && marked === 0;
      const next = change(state, [outbox, left], [mark, marked], [queue.entries, state[queue.entries]! & ~finished]);
      return isIdle ? change(next, [isDue, 0], [owner, 0], [isLate, 0]) : next;
    };

    processes[`relay ${index}`] = (state) => {
      switch (state[relay]) {
        case RELAY.idle: {
          const steps: State[] = [];
          if (state[queue.isFilled]) {
            const empty = change(state, ...Object.values(queue).map((at): Change => [at, 0]));
            steps.push(begin(empty, state[queue.entries]!, state[queue.mark]!, state[queue.done]!));
            // A process leaves a document to the sweep if the lease is about to run out.
            if (leasesRunOut) steps.push(empty);
          }
          const isOpen = state[isDue] && (state[isLate] || without.lease);
          if (isOpen && !without.sweep) steps.push(change(state, [relay, RELAY.lease], [isUnchanged, 1]));
          const isForgotten = state[spilled] !== 0 && !state[isDue];
          if (isForgotten && !without.spillSweep)
            steps.push(change(state, [relay, RELAY.mark], [upTo, lastOf(state[spilled]!)]));
          return steps;
        }
        case RELAY.lease:
          if (!state[isDue] || (!state[isLate] && !without.lease)) return [rest(state)];
          return [change(state, [relay, RELAY.read], ...lease(index))];
        case RELAY.read: {
          const isOwn = state[isDue] === 1 && state[owner] === index + 1 && state[isUnchanged] === 1;
          return [isOwn ? begin(state, state[outbox]!, state[mark]!, 0) : rest(state)];
        }
        case RELAY.readSpilled: {
          let first = 0;
          for (let open = state[spilled]!; open !== 0 && length(first) < PAGE; open &= ~lowest(open))
            first |= lowest(open);
          const isFull = length(first) === PAGE && !without.fullPage;
          const second = isFull ? 0 : state[newer]! & ~first;
          return [beginToHandle(change(state, [older, first], [newer, second], [page, first], [hasPage, 1]))];
        }
        case RELAY.handle:
        case RELAY.late: {
          const { from, entry } = nextOf(state);
          const isPublishing = state[relay] === RELAY.handle;
          if (!entry) return [isPublishing ? change(state, [relay, RELAY.delete]) : rest(state)];
          const taken = change(handle(state, entry), [from, state[from]! & ~entry]);
          const noted = isPublishing ? change(taken, [done, state[done]! | entry]) : taken;
          // The second state is for a relay whose event was refused by the bus, or whose job
          // failed.
          return leasesRunOut && isPublishing ? [noted, change(state, [relay, RELAY.delete])] : [noted];
        }
        case RELAY.delete:
          return [change(state, [spilled, state[spilled]! & ~(state[done]! & state[page]!)], [relay, RELAY.finish])];
        case RELAY.finish: {
          const finished = finish(state);
          return [without.removeAfterHandling ? change(finished, [relay, RELAY.late]) : rest(finished)];
        }
        case RELAY.mark: {
          const found = rest(state);
          return [state[isDue] ? found : change(found, [isDue, 1], [isLate, 1], markUpTo(state, state[upTo]!))];
        }
        default:
          return [];
      }
    };
  }

  processes.time = (state) => {
    const isOwnerAlive = !(state[isDead] === 1 && state[owner] === 1);
    const isRenewed = isOwnerAlive && isAtWork[state[owner]! - 1]?.(state) === true;
    return state[isDue] && !state[isLate] && (leasesRunOut || !isRenewed) ? [change(state, [isLate, 1])] : [];
  };

  return {
    initial: model.initial,
    processes,
    violation: (state) => {
      const all = (1 << state[committed]!) - 1;
      if ((state[handled]! & ~all) !== 0) return 'an event was published without its change';
      if (state[wasDisordered]) return 'an entry was handled before an earlier one';
      return isOnce && state[wasRepeated] ? 'an entry was handled twice although no lease ran out' : undefined;
    },
    violationAtRest: (state) => {
      const all = (1 << state[committed]!) - 1;
      if (state[changed]! * perChange !== state[committed]) return 'a change has no event';
      if (state[handled] !== all) return 'an entry was never handled';
      const isEmpty = [outbox, spilled, mark, isDue].every((field) => !state[field]);
      return isEmpty ? undefined : 'the outbox or the spill collection is not empty';
    },
  };
}
