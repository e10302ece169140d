import { change, type Change, type Processes, type State, written } from '@keyhaven/testing/protocol-state';
import { KINDS, type Stay, type WaitlistModel } from './waitlist-model';

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

/** Adds the processes that run jobs to the model. Returns these processes. */
export function addRunners(model: WaitlistModel): Processes {
  const processes: Processes = {};
  for (let index = 0; index < model.roles.runners; index++) {
    const runner = new JobRunner(model);
    processes[`runner ${index}`] = (state) => runner.next(state);
  }
  return processes;
}

/** A set that holds only this stay. A set of stays is a number whose bit n is the stay with index n. */
const bit = ({ index }: Stay) => 1 << index;

/**
 * A process that runs jobs. Each of the numbers below is an index in the array of the model's
 * state.
 */
class JobRunner {
  private readonly pc: number;
  /** The stay whose job runs, and the kind of the job. */
  private readonly source: number;
  private readonly kind: number;
  /** The stay that the job adds to the waitlist, or to which it tries to hand over the night. */
  private readonly joining: number;
  /** The set of stays that the job still has to handle. */
  private readonly todo: number;
  /** The set of holders (stays that occupy the night) whose revision the job has increased for `joining`. */
  private readonly raised: number;
  /** The stay to which `overbooked_nights` referred when the job read that field (see `Stay.names`). */
  private readonly seen: number;
  /** Another stay that the job writes, or the stay that `overbooked_nights` should refer to. */
  private readonly named: number;
  /** For each stay, whether it is unchanged since the job read it. */
  private readonly isUnchanged: readonly number[];
  private readonly isCurrent: number;

  constructor(private readonly model: WaitlistModel) {
    const { fields, stays } = model;
    [this.pc, this.source, this.kind, this.joining] = [fields.field(), fields.field(), fields.field(), fields.field()];
    [this.todo, this.raised, this.seen, this.named] = [fields.field(), fields.field(), fields.field(), fields.field()];
    this.isUnchanged = stays.map((stay) => fields.reader(stay));
    this.isCurrent = fields.field();
    model.addRunningJob({ source: this.source, kind: this.kind, isCurrent: this.isCurrent });
  }

  next(state: State): State[] {
    if (state[this.pc] === JOB.idle) return this.begin(state);
    // A process may stop while it runs a job. The job remains stored, and any process may run it again.
    return this.model.roles.mayStop === false ? this.run(state) : [...this.run(state), this.stop(state)];
  }

  /** Begins a job of any stay that has one. The jobs of a stay begin in the order of KINDS. */
  private begin(state: State): State[] {
    return this.model.stays.flatMap((stay) => {
      const kind = KINDS.findIndex((each) => state[stay.jobs[each]]);
      if (kind < 0) return [];
      const first = { join: JOB.readStay, handOver: JOB.readWaitlist, notify: JOB.readSource }[KINDS[kind]!];
      const joining = KINDS[kind] === 'join' ? stay.index : 0;
      return this.go(
        state,
        first,
        [this.source, stay.index],
        [this.kind, kind],
        [this.isCurrent, 1],
        [this.joining, joining],
      );
    });
  }

  private stop(state: State): State {
    const own = [this.pc, this.source, this.kind, this.joining, this.todo, this.raised, this.seen, this.named];
    return change(state, ...[...own, this.isCurrent, ...this.isUnchanged].map((at): Change => [at, 0]));
  }

  private run(state: State): State[] {
    const { model, named } = this;
    const stay = this.stayIn(state, this.joining);
    switch (state[this.pc]) {
      case JOB.readSource: {
        const source = this.stayIn(state, this.source);
        const has = model.owns(state, source) || state[source.kept];
        return this.go(state, has ? JOB.readWaitlist : JOB.remove);
      }
      case JOB.readWaitlist:
        return this.readWaitlist(state);
      case JOB.readStay:
        if (!state[stay.waiting]) return this.nextStay(state);
        return this.go(state, state[stay.kept] ? JOB.readToName : JOB.readHolder);
      case JOB.readHolder:
        return this.readHolder(state);
      case JOB.readToTake:
        return this.go(state, JOB.take, [this.flagOf(stay), 1]);
      case JOB.take:
        return this.take(state, stay);
      case JOB.readToRaise:
        return this.go(state, JOB.raise, [this.flagOf(this.stayIn(state, named)), 1]);
      case JOB.raise:
        return this.raise(state, this.stayIn(state, named));
      case JOB.readKeepers:
        return this.go(state, model.keeperIn(state) ? JOB.readToName : JOB.readOrder);
      case JOB.readOrder: {
        const mayKeep = model.waitersIn(state)[0] === stay || model.without.firstOnly;
        return this.go(state, mayKeep ? JOB.readToKeep : JOB.readToName);
      }
      case JOB.readToKeep:
        return this.go(state, JOB.keep, [this.flagOf(stay), 1]);
      case JOB.keep:
        return this.keep(state, stay);
      case JOB.readToName:
        return this.go(state, JOB.readNames, [this.flagOf(stay), 1], [this.seen, state[stay.names]!]);
      case JOB.readNames:
        return this.readNames(state, stay);
      case JOB.name:
        return this.name(state, stay);
      case JOB.readGuard: {
        const guard = model.holderIn(state);
        return guard ? this.go(state, JOB.readToDrop, [named, guard.index]) : this.go(state, JOB.remove);
      }
      case JOB.readToDrop:
        return this.go(state, JOB.readAwaited, [this.flagOf(this.stayIn(state, named)), 1]);
      case JOB.readAwaited: {
        const isNeeded = model.waitersIn(state).length > 0 || model.owns(state, this.stayIn(state, named));
        return isNeeded ? this.go(state, JOB.remove, [named, 0]) : this.go(state, JOB.drop);
      }
      case JOB.drop:
        return this.drop(state, this.stayIn(state, named));
      default:
        return this.remove(state);
    }
  }

  private readWaitlist(state: State): State[] {
    const isOther = (waiter: Stay) => this.isHandOver(state) || waiter.index !== state[this.source];
    const waiters = this.model.waitersIn(state).filter(isOther);
    return this.nextStay(change(state, [this.todo, waiters.reduce((sum, waiter) => sum + bit(waiter), 0)]));
  }

  private readHolder(state: State): State[] {
    const holder = this.model.holderIn(state);
    if (!holder) return this.go(state, JOB.readToTake);
    if (!this.hasRaised(state, holder)) {
      if (this.model.without.raise) return this.go(state, JOB.readHolder, this.raisedWith(state, holder));
      return this.go(state, JOB.readToRaise, [this.named, holder.index]);
    }
    return this.go(state, this.model.owns(state, holder) ? JOB.readToName : JOB.readKeepers);
  }

  private take(state: State, stay: Stay): State[] {
    const { model } = this;
    if (!state[this.flagOf(stay)]) return this.go(state, JOB.readToTake);
    if (!state[stay.waiting] || model.holderIn(state)) return this.go(state, JOB.readStay, [this.flagOf(stay), 0]);
    const taken = change(state, model.overtakes(state, stay), [stay.key, 1], [stay.waiting, 0], [stay.names, 0]);
    const jobs = model.without.notifyJob ? [] : model.requestJob(state, stay, 'notify');
    return this.go(taken, JOB.readStay, [stay.isEntitled, 0], ...jobs, ...written(stay));
  }

  private raise(state: State, holder: Stay): State[] {
    if (!state[this.flagOf(holder)]) return this.go(state, JOB.readToRaise);
    const noted = change(state, [holder.awaited, 1], ...written(holder), this.raisedWith(state, holder));
    return this.model.without.lookAgain ? this.nextStay(noted) : this.go(noted, JOB.readStay, [this.named, 0]);
  }

  private keep(state: State, stay: Stay): State[] {
    const { model } = this;
    if (!state[this.flagOf(stay)]) return this.go(state, JOB.readToKeep);
    if (!state[stay.waiting] || state[stay.kept]) return this.go(state, JOB.readStay, [this.flagOf(stay), 0]);
    if (model.keeperIn(state) && !model.without.uniqueKept) {
      return this.go(state, JOB.readToName, [this.flagOf(stay), 0]);
    }
    const kept = change(state, model.overtakes(state, stay), [stay.kept, 1], [stay.names, 0], [stay.isEntitled, 0]);
    const jobs = model.without.notifyJob ? [] : model.requestJob(state, stay, 'notify');
    return this.go(kept, JOB.readStay, ...jobs, ...written(stay));
  }

  private readNames(state: State, stay: Stay): State[] {
    if (!state[stay.waiting] || state[stay.kept]) return this.go(state, JOB.name, [this.named, 0]);
    const holder = this.model.holderIn(state);
    if (holder && !this.hasRaised(state, holder)) {
      return this.go(state, JOB.readStay, [this.flagOf(stay), 0], [this.seen, 0]);
    }
    return this.go(state, JOB.name, [this.named, this.model.nameIn(state)]);
  }

  private name(state: State, stay: Stay): State[] {
    const { named, seen } = this;
    // If `overbooked_nights` is already right, nothing is written.
    if (state[seen] === state[named]) return this.nextStay(state);
    if (!state[this.flagOf(stay)]) return this.go(state, JOB.readToName, [named, 0], [seen, 0]);
    return this.go(state, JOB.readStay, [stay.names, state[named]!], ...written(stay), [named, 0], [seen, 0]);
  }

  private drop(state: State, guard: Stay): State[] {
    if (!state[this.flagOf(guard)] && !this.model.without.revisionOfGuard) return this.go(state, JOB.readToDrop);
    return this.go(state, JOB.remove, [guard.key, 0], ...written(guard), [this.named, 0]);
  }

  /** Removes the job, unless another write of the stay has requested the same job since the running job began. */
  private remove(state: State): State[] {
    const job = this.stayIn(state, this.source).jobs[KINDS[state[this.kind]!]!];
    return [this.stop(state[this.isCurrent] ? change(state, [job, 0]) : state)];
  }

  /** Continues with the next stay that waits, or ends the job. */
  private nextStay(state: State): State[] {
    const next = this.model.stays.find((stay) => (state[this.todo]! & bit(stay)) !== 0);
    const own = [this.raised, this.seen, this.named, ...this.isUnchanged];
    const clean = change(state, ...own.map((at): Change => [at, 0]));
    if (!next) return this.go(clean, this.isHandOver(state) ? JOB.readGuard : JOB.remove, [this.joining, 0]);
    return this.go(clean, JOB.readStay, [this.joining, next.index], [this.todo, state[this.todo]! & ~bit(next)]);
  }

  private go(state: State, step: number, ...changes: Change[]): State[] {
    return [change(state, [this.pc, step], ...changes)];
  }

  /** The stay whose index is the value of a field. */
  private stayIn(state: State, field: number): Stay {
    return this.model.stays[state[field]!]!;
  }

  private flagOf({ index }: Stay): number {
    return this.isUnchanged[index]!;
  }

  private isHandOver(state: State): boolean {
    return KINDS[state[this.kind]!] === 'handOver';
  }

  private hasRaised(state: State, holder: Stay): boolean {
    return (state[this.raised]! & bit(holder)) !== 0;
  }

  private raisedWith(state: State, holder: Stay): Change {
    return [this.raised, state[this.raised]! | bit(holder)];
  }
}
