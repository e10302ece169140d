import type { Protocol } from '@keyhaven/testing/explore';
import { change, type Change, type Processes, type State, written } from '@keyhaven/testing/protocol-state';
import { ACTIVE, CANCELED, KINDS, type Stay, waitlistModel } from './waitlist-model';
import type { DisabledRules, Roles } from './waitlist-roles';

/** The steps of requests. A request that changes a stay reads it, then the waitlist, then writes. */
const REQUEST = { read: 0, readWaitlist: 1, write: 2, done: 3 };
/** The steps of a job: joining the waitlist, and handing over a night to each stay that waits. */
const JOB = {
  idle: 0,
  readSource: 1,
  readWaitlist: 2,
  readStay: 3,
  readHolder: 4,
  readToTake: 5,
  take: 6,
  readToRaise: 7,
  raise: 8,
  readKeepers: 9,
  readOrder: 10,
  readToKeep: 11,
  keep: 12,
  readToName: 13,
  readNames: 14,
  name: 15,
  readGuard: 16,
  readToDrop: 17,
  readAwaited: 18,
  drop: 19,
  remove: 20,
};
/**
 * A model of decision 007 for one night of a property without links. It plans night keys with the code of the service
 * (`planClaim`).
 */
export function waitlistProtocol(roles: Roles, without: DisabledRules = {}): Protocol {
  const processes: Processes = {};
  const waitlist = waitlistModel(roles);
  const { model, stays, guest, wasOvertaken, running } = waitlist;
  const { holderIn, waitersIn, keeperIn, owns, ownerIn, nameIn, isUndecided } = waitlist;
  const { ask, plan, store, entitle, overtakes } = waitlist;

  for (const stay of stays.filter(({ isChannel }) => isChannel)) {
    const [pc, isTaken] = [model.field(), model.field()];
    processes[`channel booking ${stay.index}`] = (state) => {
      if (state[pc] === REQUEST.read) return [change(state, [pc, REQUEST.write], [isTaken, holderIn(state) ? 1 : 0])];
      if (state[pc] !== REQUEST.write) return [];
      const planned = plan(state, stay, true, false, state[isTaken] === 1);
      const stored = store(state, stay, ACTIVE, planned);
      if (!stored) return [change(state, [isTaken, 1])];
      const jobs = planned.waiting_keys.length > 0 ? ask(state, stay, 'join') : [];
      return [change(stored, ...jobs, [pc, REQUEST.done], [isTaken, 0])];
    };
  }

  if (guest) {
    const pc = model.field(REQUEST.write);
    processes.guest = (state) => {
      if (state[pc] !== REQUEST.write) return [];
      const stored = store(state, guest, ACTIVE, plan(state, guest, true, false, false));
      return [change(stored ?? state, ...(stored ? [overtakes(state, guest)] : []), [pc, REQUEST.done])];
    };
  }

  /**
   * Adds a request that cancels or restores a stay. The request waits for the jobs that decide the answers to earlier
   * writes.
   */
  const addChange = (name: string, stay: Stay, from: number, to: number) => {
    const [pc, isAwaited, isTaken, isUnchanged] = [model.field(), model.field(), model.field(), model.reader(stay)];
    processes[`${name} ${stay.index}`] = (state) => {
      const go = (step: number, ...changes: Change[]) => [change(state, [pc, step], ...changes)];
      switch (state[pc]) {
        case REQUEST.read: {
          if (state[stay.status] !== from || isUndecided(state, stay)) return [];
          const isPlain = !state[stay.awaited] && !state[stay.waiting] && !stay.isChannel;
          return go(isPlain ? REQUEST.write : REQUEST.readWaitlist, [isUnchanged, 1], [isAwaited, 0]);
        }
        case REQUEST.readWaitlist: {
          const others = waitersIn(state).filter((other) => other !== stay);
          return go(REQUEST.write, [isAwaited, state[stay.awaited] && state[stay.key] && others.length > 0 ? 1 : 0]);
        }
        case REQUEST.write: {
          if (!state[isUnchanged] && !without.revisionOfRelease) return go(REQUEST.read, [isAwaited, 0]);
          const guards = state[isAwaited] === 1 && !without.guard;
          const planned = plan(state, stay, to === ACTIVE, guards, state[isTaken] === 1);
          const end: Change[] = [
            [pc, REQUEST.done],
            [isAwaited, 0],
            [isTaken, 0],
            [isUnchanged, 0],
          ];
          if (planned.refused.length > 0 && !stay.isChannel) return [change(state, ...end)];
          const stored = store(state, stay, to, planned);
          if (!stored) {
            if (!stay.isChannel) return [change(state, ...end)];
            return go(REQUEST.read, [isTaken, 1], [isAwaited, 0], [isUnchanged, 0]);
          }
          const isReleased = planned.released.length > 0 || (state[isAwaited] === 1 && without.guard === true);
          const jobs = [
            ...(isReleased && !without.handOverJob ? ask(state, stay, 'handOver') : []),
            ...(planned.waiting_keys.length > 0 ? ask(state, stay, 'join') : []),
          ];
          const next = change(stored, ...jobs, ...end);
          const isForWaitlist = state[isAwaited] === 1 || (state[stay.kept] === 1 && to === CANCELED);
          return [isForWaitlist ? entitle(next) : next];
        }
        default:
          return [];
      }
    };
  };
  for (const index of roles.cancels) addChange('cancellation', stays[index]!, ACTIVE, CANCELED);
  for (const index of roles.restores ?? []) addChange('restoration', stays[index]!, CANCELED, ACTIVE);

  for (let runner = 0; runner < roles.runners; runner++) {
    const [pc, source, kind, joining] = [model.field(), model.field(), model.field(), model.field()];
    const [todo, raised, seen, named] = [model.field(), model.field(), model.field(), model.field()];
    const isUnchanged = stays.map((stay) => model.reader(stay));
    const isCurrent = model.field();
    running.push({ source, kind, isCurrent });
    const own = [pc, source, kind, joining, todo, raised, seen, named, isCurrent, ...isUnchanged];
    const idle = (state: State) => change(state, ...own.map((at): Change => [at, 0]));
    const bit = ({ index }: Stay) => 1 << index;

    /** Continues with the next stay that waits, or ends the job. */
    const nextStay = (state: State): State => {
      const next = stays.find((stay) => (state[todo]! & bit(stay)) !== 0);
      const clean = change(state, [raised, 0], [seen, 0], [named, 0], ...isUnchanged.map((at): Change => [at, 0]));
      if (next) return change(clean, [joining, next.index], [todo, state[todo]! & ~bit(next)], [pc, JOB.readStay]);
      return change(clean, [joining, 0], [pc, KINDS[state[kind]!] === 'handOver' ? JOB.readGuard : JOB.remove]);
    };

    const run = (state: State): State[] => {
      const stay = stays[state[joining]!]!;
      const holder = holderIn(state);
      const go = (step: number, ...changes: Change[]) => [change(state, [pc, step], ...changes)];
      const flagOf = ({ index }: Stay) => isUnchanged[index]!;
      switch (state[pc]) {
        case JOB.readSource: {
          const subject = stays[state[source]!]!;
          const has = owns(state, subject) || state[subject.kept];
          return has ? go(JOB.readWaitlist) : go(JOB.remove);
        }
        case JOB.readWaitlist: {
          const isOther = (waiter: Stay) => KINDS[state[kind]!] === 'handOver' || waiter.index !== state[source];
          const waiters = waitersIn(state).filter(isOther);
          return [nextStay(change(state, [todo, waiters.reduce((sum, waiter) => sum + bit(waiter), 0)]))];
        }
        case JOB.readStay:
          if (!state[stay.waiting]) return [nextStay(state)];
          return state[stay.kept] ? go(JOB.readToName) : go(JOB.readHolder);
        case JOB.readHolder: {
          if (!holder) return go(JOB.readToTake);
          if ((state[raised]! & bit(holder)) === 0) {
            if (without.raise) return go(JOB.readHolder, [raised, state[raised]! | bit(holder)]);
            return go(JOB.readToRaise, [named, holder.index]);
          }
          return go(owns(state, holder) ? JOB.readToName : JOB.readKeepers);
        }
        case JOB.readToTake:
          return go(JOB.take, [flagOf(stay), 1]);
        case JOB.take: {
          if (!state[flagOf(stay)]) return go(JOB.readToTake);
          if (!state[stay.waiting] || holder) return go(JOB.readStay, [flagOf(stay), 0]);
          const taken = change(state, overtakes(state, stay), [stay.key, 1], [stay.waiting, 0], [stay.names, 0]);
          const jobs = without.notifyJob ? [] : ask(state, stay, 'notify');
          return [change(taken, [stay.isEntitled, 0], ...jobs, ...written(stay), [pc, JOB.readStay])];
        }
        case JOB.readToRaise:
          return go(JOB.raise, [flagOf(stays[state[named]!]!), 1]);
        case JOB.raise: {
          const target = stays[state[named]!]!;
          if (!state[flagOf(target)]) return go(JOB.readToRaise);
          const noted = change(state, [target.awaited, 1], ...written(target), [raised, state[raised]! | bit(target)]);
          return [without.lookAgain ? nextStay(noted) : change(noted, [named, 0], [pc, JOB.readStay])];
        }
        case JOB.readKeepers:
          return go(keeperIn(state) ? JOB.readToName : JOB.readOrder);
        case JOB.readOrder:
          return go(waitersIn(state)[0] === stay || without.firstOnly ? JOB.readToKeep : JOB.readToName);
        case JOB.readToKeep:
          return go(JOB.keep, [flagOf(stay), 1]);
        case JOB.keep: {
          if (!state[flagOf(stay)]) return go(JOB.readToKeep);
          if (!state[stay.waiting] || state[stay.kept]) return go(JOB.readStay, [flagOf(stay), 0]);
          if (keeperIn(state) && !without.uniqueKept) return go(JOB.readToName, [flagOf(stay), 0]);
          const kept = change(state, overtakes(state, stay), [stay.kept, 1], [stay.names, 0], [stay.isEntitled, 0]);
          const jobs = without.notifyJob ? [] : ask(state, stay, 'notify');
          return [change(kept, ...jobs, ...written(stay), [pc, JOB.readStay])];
        }
        case JOB.readToName:
          return go(JOB.readNames, [flagOf(stay), 1], [seen, state[stay.names]!]);
        case JOB.readNames: {
          if (!state[stay.waiting] || state[stay.kept]) return go(JOB.name, [named, 0]);
          if (holder && (state[raised]! & bit(holder)) === 0) return go(JOB.readStay, [flagOf(stay), 0], [seen, 0]);
          return go(JOB.name, [named, nameIn(state)]);
        }
        case JOB.name:
          // Nothing is written if `overbooked_nights` is already right.
          if (state[seen] === state[named]) return [nextStay(state)];
          if (!state[flagOf(stay)]) return go(JOB.readToName, [named, 0], [seen, 0]);
          return [
            change(state, [stay.names, state[named]!], ...written(stay), [named, 0], [seen, 0], [pc, JOB.readStay]),
          ];
        case JOB.readGuard:
          return holder ? go(JOB.readToDrop, [named, holder.index]) : go(JOB.remove);
        case JOB.readToDrop:
          return go(JOB.readAwaited, [flagOf(stays[state[named]!]!), 1]);
        case JOB.readAwaited: {
          const isNeeded = waitersIn(state).length > 0 || owns(state, stays[state[named]!]!);
          return isNeeded ? go(JOB.remove, [named, 0]) : go(JOB.drop);
        }
        case JOB.drop: {
          const guard = stays[state[named]!]!;
          if (!state[flagOf(guard)] && !without.revisionOfGuard) return go(JOB.readToDrop);
          return [change(state, [guard.key, 0], ...written(guard), [named, 0], [pc, JOB.remove])];
        }
        default: {
          const at = stays[state[source]!]!.jobs[KINDS[state[kind]!]!];
          return [idle(state[isCurrent] ? change(state, [at, 0]) : state)];
        }
      }
    };

    processes[`runner ${runner}`] = (state) => {
      // A process that runs a job may stop. The job remains, and any process runs it again.
      if (state[pc] !== JOB.idle) return roles.mayStop === false ? run(state) : [...run(state), idle(state)];
      return stays.flatMap((stay) => {
        const next = KINDS.findIndex((each) => state[stay.jobs[each]]);
        if (next < 0) return [];
        const first = { join: JOB.readStay, handOver: JOB.readWaitlist, notify: JOB.readSource }[KINDS[next]!];
        const begin: Change[] = [
          [pc, first],
          [source, stay.index],
          [kind, next],
          [isCurrent, 1],
        ];
        return [change(state, ...begin, [joining, next === 0 ? stay.index : 0])];
      });
    };
  }

  const initial = change(model.initial, [stays[0]!.status, ACTIVE], [stays[0]!.key, 1]);
  const violation = (state: State): string | undefined => {
    const has = stays.filter((stay) => owns(state, stay) || (state[stay.status] === ACTIVE && state[stay.kept]));
    if (has.length > 1) return 'two stays have the night';
    if (keeperIn(state) && !holderIn(state)) return 'a stay has a night that nothing guards';
    return state[wasOvertaken] ? 'a stay got a night before one that had waited longer' : undefined;
  };
  const violationAtRest = (state: State): string | undefined => {
    const waiting = stays.filter((stay) => state[stay.waiting] && !state[stay.kept]);
    if (waiting.length > 0 && !ownerIn(state)) return 'a stay waits for a free night';
    if (waiting.some(({ names }) => state[names] !== nameIn(state))) return 'a stay names another holder of its night';
    const holder = holderIn(state);
    const isIdle = holder && !owns(state, holder) && waitersIn(state).length === 0;
    return isIdle ? 'a night is blocked, and no stay waits for it' : undefined;
  };
  return { initial, processes, violation, violationAtRest };
}
