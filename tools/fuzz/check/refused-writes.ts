import { setTimeout as sleep } from 'node:timers/promises';
import { isAnswered, type Outcome, type WireRequest } from '../send/wire-request';
import { mustChangeNothing } from './check-answer';
import { differences, hasPending, type Snapshot } from './database-snapshot';

/** After a write, events are consumed by other services, and calendars are published two seconds later. */
const SETTLED_MS = 3500;
const RETRY_MS = 300;
const MAX_READS = 100;
/** Jobs that are still waiting after so many readings run much later, and not because of the last writes. */
const PENDING_READS = 50;
/** How many requests of a batch are sent at the same time, so that the other accounts get their share of the platform. */
const AT_ONCE = 8;

/** What sends requests for one account that gets no other requests, and reads what is stored for it. */
export interface QuietAccount {
  send(request: WireRequest): Promise<Outcome>;
  read(): Promise<Snapshot>;
}

/** A batch of refused writes after which something was different. */
export interface ChangedByRefusal {
  /** The request that does it again if it is sent alone; all requests of the batch if none does. */
  requests: WireRequest[];
  changes: string[];
}

export interface RefusalResult {
  /** How many requests were refused, with nothing else in between. */
  compared: number;
  found: ChangedByRefusal | undefined;
}

/** Checks that refused writes change nothing: sends batches of them, and compares what is stored before and after. */
export class RefusedWrites {
  #restsUntil = 0;
  /** What was stored after the last batch. */
  #last: Snapshot | undefined;

  constructor(
    private readonly account: QuietAccount,
    private readonly settledMs = SETTLED_MS,
  ) {}

  /**
   * Sends a batch, and compares. If requests of it are accepted after all, the batch proves nothing: it is sent again
   * without them, when the consequences of the accepted ones have ended.
   */
  async check(requests: readonly WireRequest[]): Promise<RefusalResult> {
    for (let left = requests; left.length > 0;) {
      const before = await this.#settled();
      const refused = await this.#sendAll(left);
      if (refused.length < left.length) {
        left = refused;
        continue;
      }
      const after = await this.account.read();
      this.#last = after;
      const changes = differences(before, after);
      if (changes.length === 0) return { compared: left.length, found: undefined };
      const guilty = await this.#narrow(left);
      return { compared: left.length, found: { requests: guilty ?? [...left], changes } };
    }
    return { compared: 0, found: undefined };
  }

  /** @returns those that were refused. */
  async #sendAll(requests: readonly WireRequest[]): Promise<WireRequest[]> {
    const isRefused = new Map<WireRequest, boolean>();
    const queue = requests.values();
    const send = async () => {
      for (const request of queue) {
        const outcome = await this.account.send(request);
        const isFailed = isAnswered(outcome) && outcome.status >= 500;
        isRefused.set(request, mustChangeNothing(request, outcome) || isFailed);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    const refused = requests.filter((request) => isRefused.get(request));
    if (refused.length < requests.length) this.#restsUntil = Date.now() + this.settledMs;
    return refused;
  }

  /** Finds the request that changes something again when it is sent alone; undefined if none does. */
  async #narrow(requests: readonly WireRequest[]): Promise<WireRequest[] | undefined> {
    const before = await this.#settled();
    await this.#sendAll(requests);
    if (differences(before, await this.account.read()).length === 0) return undefined;
    if (requests.length === 1) return [...requests];
    const middle = Math.ceil(requests.length / 2);
    return (
      (await this.#narrow(requests.slice(0, middle))) ?? (await this.#narrow(requests.slice(middle))) ?? [...requests]
    );
  }

  /**
   * Reads until a reading is equal to the one before it, which may be the one after the last batch, and no consequences
   * are still to come.
   */
  async #settled(): Promise<Snapshot> {
    await sleep(Math.max(0, this.#restsUntil - Date.now()));
    let last = this.#last;
    for (let reads = 0; reads < MAX_READS; reads++) {
      const next = await this.account.read();
      const isWaiting = reads < PENDING_READS && hasPending(next);
      if (!isWaiting && last && differences(last, next).length === 0) return next;
      if (last) await sleep(RETRY_MS);
      last = next;
    }
    throw new Error('the records of an account without requests keep changing');
  }
}
