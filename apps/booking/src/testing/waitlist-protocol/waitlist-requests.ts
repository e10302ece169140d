import { change, type Change, type Processes, type State } from '@keyhaven/testing/protocol-state';
import { ACTIVE, CANCELED, type Stay, type WaitlistModel } from './waitlist-model';

/**
 * The steps of requests. A request that changes a stay reads first the stay and then the waitlist,
 * and then writes the stay.
 */
const REQUEST = { read: 0, readWaitlist: 1, write: 2, done: 3 };

/** Adds the requests of all roles to the model. Returns the processes of these requests. */
export function addRequests(model: WaitlistModel): Processes {
  const { stays, guest, roles } = model;
  const processes: Processes = {};
  for (const stay of stays.filter(({ isChannel }) => isChannel)) {
    processes[`channel booking ${stay.index}`] = channelBooking(model, stay);
  }
  if (guest) processes.guest = guestBooking(model, guest);
  for (const index of roles.cancels) {
    processes[`cancellation ${index}`] = changeOfStatus(model, stays[index]!, ACTIVE, CANCELED);
  }
  for (const index of roles.restores ?? []) {
    processes[`restoration ${index}`] = changeOfStatus(model, stays[index]!, CANCELED, ACTIVE);
  }
  return processes;
}

/** A booking of a channel. It cannot be refused, so it waits if the night is taken. */
function channelBooking(model: WaitlistModel, stay: Stay) {
  const [pc, isTaken] = [model.fields.field(), model.fields.field()];
  return (state: State): State[] => {
    if (state[pc] === REQUEST.read) {
      return [change(state, [pc, REQUEST.write], [isTaken, model.holderIn(state) ? 1 : 0])];
    }
    if (state[pc] !== REQUEST.write) return [];
    const planned = model.plan(state, stay, true, false, state[isTaken] === 1);
    const stored = model.store(state, stay, ACTIVE, planned);
    if (!stored) return [change(state, [isTaken, 1])];
    const jobs = planned.waiting_keys.length > 0 ? model.requestJob(state, stay, 'join') : [];
    return [change(stored, ...jobs, [pc, REQUEST.done], [isTaken, 0])];
  };
}

/** A booking of a guest, which is refused if the night is taken. */
function guestBooking(model: WaitlistModel, guest: Stay) {
  const pc = model.fields.field(REQUEST.write);
  return (state: State): State[] => {
    if (state[pc] !== REQUEST.write) return [];
    const stored = model.store(state, guest, ACTIVE, model.plan(state, guest, true, false, false));
    if (!stored) return [change(state, [pc, REQUEST.done])];
    return [change(stored, model.overtakes(state, guest), [pc, REQUEST.done])];
  };
}

/**
 * A request that cancels or restores a stay. The request first waits for jobs that may still undo
 * earlier writes of the stay.
 */
function changeOfStatus(model: WaitlistModel, stay: Stay, from: number, to: number) {
  const { fields, without } = model;
  const [pc, isAwaited, isTaken, isUnchanged] = [fields.field(), fields.field(), fields.field(), fields.reader(stay)];
  const end: Change[] = [
    [pc, REQUEST.done],
    [isAwaited, 0],
    [isTaken, 0],
    [isUnchanged, 0],
  ];
  const go = (state: State, step: number, ...changes: Change[]) => [change(state, [pc, step], ...changes)];

  const write = (state: State): State[] => {
    if (!state[isUnchanged] && !without.revisionOfRelease) return go(state, REQUEST.read, [isAwaited, 0]);
    const guards = state[isAwaited] === 1 && !without.guard;
    const planned = model.plan(state, stay, to === ACTIVE, guards, state[isTaken] === 1);
    if (planned.refused.length > 0 && !stay.isChannel) return [change(state, ...end)];
    const stored = model.store(state, stay, to, planned);
    if (!stored) {
      if (!stay.isChannel) return [change(state, ...end)];
      return go(state, REQUEST.read, [isTaken, 1], [isAwaited, 0], [isUnchanged, 0]);
    }
    const isReleased = planned.released.length > 0 || (state[isAwaited] === 1 && without.guard === true);
    const jobs = [
      ...(isReleased && !without.handOverJob ? model.requestJob(state, stay, 'handOver') : []),
      ...(planned.waiting_keys.length > 0 ? model.requestJob(state, stay, 'join') : []),
    ];
    const next = change(stored, ...jobs, ...end);
    const isForWaitlist = state[isAwaited] === 1 || (state[stay.kept] === 1 && to === CANCELED);
    return [isForWaitlist ? model.entitle(next) : next];
  };

  return (state: State): State[] => {
    switch (state[pc]) {
      case REQUEST.read: {
        if (state[stay.status] !== from || model.isUndecided(state, stay)) return [];
        const isPlain = !state[stay.awaited] && !state[stay.waiting] && !stay.isChannel;
        return go(state, isPlain ? REQUEST.write : REQUEST.readWaitlist, [isUnchanged, 1], [isAwaited, 0]);
      }
      case REQUEST.readWaitlist: {
        const hasOthers = model.waitersIn(state).some((other) => other !== stay);
        return go(state, REQUEST.write, [isAwaited, state[stay.awaited] && state[stay.key] && hasOthers ? 1 : 0]);
      }
      case REQUEST.write:
        return write(state);
      default:
        return [];
    }
  };
}
