import { change, type Change, ProtocolState, type State, written } from '@keyhaven/testing/protocol-state';
import { nightKey } from '@keyhaven/stays/night-keys';
import { planClaim, type PlannedClaim } from '../../claims/domain/plan-claim';
import type { DisabledRules, Roles } from './waitlist-roles';

/** The status of a stay. 0 means that the stay does not exist. */
export const ACTIVE = 1;
export const CANCELED = 2;

const PROPERTY = 1;
const KEY = nightKey('2030-07-01', PROPERTY);

/** The kinds of jobs. The jobs of a document run in this order. */
export const KINDS = ['join', 'handOver', 'notify'] as const;
type Kind = (typeof KINDS)[number];

/**
 * A document of the collection `stays`, for the only night of the model. The state of the model is
 * an array of numbers. Except for `index`, `isChannel` and `readers`, each value here is an index
 * in that array.
 */
export interface Stay {
  /** The position of this stay in the order in which the stays were booked. */
  index: number;
  isChannel: boolean;
  status: number;
  key: number;
  waiting: number;
  kept: number;
  awaited: number;
  /** The `index` of the stay that `overbooked_nights` refers to, plus 1. 0 if it refers to no stay. */
  names: number;
  /** Whether the stay was waiting when the night was released, and has waited since then. */
  isEntitled: number;
  jobs: Record<Kind, number>;
  readers: number[];
}

/** The job that a process runs. Each value is an index in the array of the model's state. */
interface RunningJob {
  source: number;
  kind: number;
  /** Whether no write of the stay has requested the same job again since the running job began. */
  isCurrent: number;
}

/** The model of the waitlist: its stays, and how a state is read and written. */
export class WaitlistModel {
  readonly fields = new ProtocolState();
  readonly stays: readonly Stay[];
  readonly guest: Stay | undefined;
  /**
   * The index of the field that says whether a stay got the night before another stay that had
   * waited longer.
   */
  readonly wasOvertaken: number;
  private readonly running: RunningJob[] = [];

  constructor(
    readonly roles: Roles,
    readonly without: DisabledRules,
  ) {
    const stays = Array.from({ length: roles.channelBookings + 1 }, (_, index) => this.addStay(index, index > 0));
    this.guest = roles.hasGuest ? this.addStay(stays.length, false) : undefined;
    this.stays = this.guest ? [...stays, this.guest] : stays;
    this.wasOvertaken = this.fields.field();
  }

  /** At the beginning, the first stay occupies the night. */
  get initial(): State {
    return change(this.fields.initial, [this.stays[0]!.status, ACTIVE], [this.stays[0]!.key, 1]);
  }

  addRunningJob(job: RunningJob): void {
    this.running.push(job);
  }

  holderIn(state: State): Stay | undefined {
    return this.stays.find(({ key }) => state[key]);
  }

  waitersIn(state: State): Stay[] {
    return this.stays.filter(({ waiting }) => state[waiting]);
  }

  keeperIn(state: State): Stay | undefined {
    return this.stays.find(({ kept }) => state[kept]);
  }

  owns(state: State, { status, key, waiting }: Stay): boolean {
    return state[status] === ACTIVE && state[key] === 1 && !state[waiting];
  }

  ownerIn(state: State): Stay | undefined {
    return this.stays.find((stay) => this.owns(state, stay)) ?? this.keeperIn(state);
  }

  /** The stay that `overbooked_nights` of a waiting stay should refer to (see `Stay.names`). */
  nameIn(state: State): number {
    return (this.ownerIn(state)?.index ?? -1) + 1;
  }

  /** Whether the response to an earlier write of the stay still depends on a job. */
  isUndecided(state: State, { jobs }: Stay): boolean {
    return state[jobs.join] === 1 || state[jobs.handOver] === 1;
  }

  /** Requests a job of a stay. A process that already runs the same job does not remove the new request. */
  requestJob(state: State, { index, jobs }: Stay, kind: Kind): Change[] {
    const isSame = (job: RunningJob) => state[job.source] === index && KINDS[state[job.kind]!] === kind;
    return [[jobs[kind], 1], ...this.running.filter(isSame).map(({ isCurrent }): Change => [isCurrent, 0])];
  }

  plan(state: State, stay: Stay, wants: boolean, isAwaited: boolean, isTaken: boolean): PlannedClaim {
    const keyIf = (condition: unknown) => (condition ? [KEY] : []);
    return planClaim({
      propertyId: PROPERTY,
      wanted: keyIf(wants),
      held: {
        night_keys: keyIf(state[stay.key]),
        waiting_keys: keyIf(state[stay.waiting]),
        kept_keys: keyIf(state[stay.kept]),
      },
      owned: new Set(keyIf(this.owns(state, stay))),
      awaited: new Set(keyIf(isAwaited)),
      taken: new Set(keyIf(isTaken)),
    });
  }

  /** Writes a planned claim. Returns undefined if the unique index refuses the write. */
  store(state: State, stay: Stay, status: number, planned: PlannedClaim): State | undefined {
    const [key, waiting, kept] = [planned.night_keys, planned.waiting_keys, planned.kept_keys].map(
      (keys) => keys.length,
    );
    if (key && this.stays.some((other) => other !== stay && state[other.key])) return undefined;
    const names = waiting && !kept ? this.nameIn(state) : 0;
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
  }

  /**
   * Marks the stays that wait for the night when it is released. From then on, no marked stay may be
   * overtaken: not by a stay that was booked later, and not by a stay that is not from a channel.
   */
  entitle(state: State): State {
    return change(state, ...this.waitersIn(state).map(({ isEntitled }): Change => [isEntitled, 1]));
  }

  /** Records a violation if a stay that gets the night overtakes an entitled stay (see `entitle`). */
  overtakes(state: State, stay: Stay): Change {
    const isBefore = ({ index, isEntitled }: Stay) => state[isEntitled] && (index < stay.index || !stay.isChannel);
    const isOvertaken = this.stays.some((other) => other !== stay && isBefore(other));
    return [this.wasOvertaken, state[this.wasOvertaken] || isOvertaken ? 1 : 0];
  }

  private addStay(index: number, isChannel: boolean): Stay {
    const { fields } = this;
    return {
      index,
      isChannel,
      status: fields.field(),
      key: fields.field(),
      waiting: fields.field(),
      kept: fields.field(),
      awaited: fields.field(),
      names: fields.field(),
      isEntitled: fields.field(),
      jobs: { join: fields.field(), handOver: fields.field(), notify: fields.field() },
      readers: [],
    };
  }
}
