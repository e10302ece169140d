import { change, type Change, ProtocolState, type State, written } from '@keyhaven/testing/protocol-state';
import { nightKey } from '@keyhaven/stays/night-keys';
import { planClaim, type PlannedClaim } from '../claims/domain/plan-claim';
import type { Roles } from './waitlist-roles';

/** The status of a stay. 0 means that the stay does not exist. */
export const ACTIVE = 1;
export const CANCELED = 2;

const PROPERTY = 1;
const KEY = nightKey('2030-07-01', PROPERTY);

/** What a job does. The jobs of a document run in this order. */
export const KINDS = ['join', 'handOver', 'notify'] as const;
type Kind = (typeof KINDS)[number];

/**
 * A document of the collection `stays`, for the only night of the model. Each value is the index of a field in the
 * array of the state.
 */
export interface Stay {
  /** The position in the order of booking. */
  index: number;
  isChannel: boolean;
  status: number;
  key: number;
  waiting: number;
  kept: number;
  awaited: number;
  /** The `index` of the stay that `overbooked_nights` refers to, plus 1. 0 if it refers to no stay. */
  names: number;
  /** Whether the stay has waited without interruption since the night was released. */
  isEntitled: number;
  jobs: Record<Kind, number>;
  readers: number[];
}

/** The stays of the model of the waitlist, what can be read of them in a state, and how they are written. */
export function waitlistModel(roles: Roles) {
  const model = new ProtocolState();
  const addStay = (index: number, isChannel: boolean): Stay => ({
    index,
    isChannel,
    status: model.field(),
    key: model.field(),
    waiting: model.field(),
    kept: model.field(),
    awaited: model.field(),
    names: model.field(),
    isEntitled: model.field(),
    jobs: { join: model.field(), handOver: model.field(), notify: model.field() },
    readers: [],
  });
  const stays = Array.from({ length: roles.channelBookings + 1 }, (_, index) => addStay(index, index > 0));
  const guest = roles.hasGuest ? addStay(stays.length, false) : undefined;
  if (guest) stays.push(guest);
  const wasOvertaken = model.field();

  const holderIn = (state: State) => stays.find(({ key }) => state[key]);
  const waitersIn = (state: State) => stays.filter(({ waiting }) => state[waiting]);
  const keeperIn = (state: State) => stays.find(({ kept }) => state[kept]);
  const owns = (state: State, { status, key, waiting }: Stay) =>
    state[status] === ACTIVE && state[key] === 1 && !state[waiting];
  const ownerIn = (state: State) => stays.find((stay) => owns(state, stay)) ?? keeperIn(state);
  const nameIn = (state: State) => (ownerIn(state)?.index ?? -1) + 1;
  /**
   * The running jobs: the stay and the kind of each job. `isCurrent` says that the stay has requested no other job of
   * this kind since.
   */
  const running: { source: number; kind: number; isCurrent: number }[] = [];
  const ask = (state: State, { index, jobs }: Stay, kind: Kind): Change[] => {
    const isSame = (job: (typeof running)[number]) => state[job.source] === index && KINDS[state[job.kind]!] === kind;
    return [[jobs[kind], 1], ...running.filter(isSame).map(({ isCurrent }): Change => [isCurrent, 0])];
  };
  const isUndecided = (state: State, { jobs }: Stay) => state[jobs.join] === 1 || state[jobs.handOver] === 1;

  const plan = (state: State, stay: Stay, wants: boolean, isAwaited: boolean, isTaken: boolean): PlannedClaim => {
    const keyIf = (condition: unknown) => (condition ? [KEY] : []);
    return planClaim({
      propertyId: PROPERTY,
      wanted: keyIf(wants),
      held: {
        night_keys: keyIf(state[stay.key]),
        waiting_keys: keyIf(state[stay.waiting]),
        kept_keys: keyIf(state[stay.kept]),
      },
      owned: new Set(keyIf(owns(state, stay))),
      awaited: new Set(keyIf(isAwaited)),
      taken: new Set(keyIf(isTaken)),
    });
  };
  /** Writes a planned claim. Returns undefined if the unique index refuses it. */
  const store = (state: State, stay: Stay, status: number, planned: PlannedClaim): State | undefined => {
    const [key, waiting, kept] = [planned.night_keys, planned.waiting_keys, planned.kept_keys].map(
      (keys) => keys.length,
    );
    if (key && stays.some((other) => other !== stay && state[other.key])) return undefined;
    const names = waiting && !kept ? nameIn(state) : 0;
    const isEntitled = waiting && !kept ? state[stay.isEntitled]! : 0;
    return change(
      state,
      [stay.status, status],
      [stay.key, key!],
      [stay.waiting, waiting!],
      [stay.kept, kept!],
      [stay.names, names],
      [stay.isEntitled, isEntitled],
      ...written(stay),
    );
  };
  /**
   * Marks the stays that wait for the night when it is released. From then on, no later stay may get the night before
   * them.
   */
  const entitle = (state: State): State =>
    change(state, ...waitersIn(state).map(({ isEntitled }): Change => [isEntitled, 1]));
  /** Records whether a stay gets the night although an entitled stay was booked before it. */
  const overtakes = (state: State, stay: Stay): Change => {
    const isBefore = ({ index, isEntitled }: Stay) => state[isEntitled] && (index < stay.index || !stay.isChannel);
    return [wasOvertaken, state[wasOvertaken] || stays.some((other) => other !== stay && isBefore(other)) ? 1 : 0];
  };
  return {
    ...{ model, stays, guest, wasOvertaken, running },
    ...{ holderIn, waitersIn, keeperIn, owns, ownerIn, nameIn, isUndecided },
    ...{ ask, plan, store, entitle, overtakes },
  };
}
