import { setTimeout as sleep } from 'node:timers/promises';
import { isAnswered, type Outcome, type WireRequest } from '../send/wire-request';
import { mustChangeNothing } from './check-answer';
import { differences, type Snapshot } from './database-snapshot';

/** After a write, events are consumed by other services, and calendars are published two seconds later. */
const SETTLED_MS = 3500;
const RETRY_MS = 300;
const MAX_READS = 100;

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

  constructor(
    private readonly account: QuietAccount,
    private readonly settledMs = SETTLED_MS,
  ) {}

  /** When the account has no follow-up work of an accepted write any more, in milliseconds since the epoch. */
  get restsUntil(): number {
    return this.#restsUntil;
  }

  /** Sends a batch. If a request of it is accepted after all, the batch proves nothing and is not counted. */
  async check(requests: readonly WireRequest[]): Promise<RefusalResult> {
    await sleep(Math.max(0, this.#restsUntil - Date.now()));
    const before = await this.#settled();
    const isRefused = await this.#sendAll(requests);
    if (!isRefused) return { compared: 0, found: undefined };
    const changes = differences(before, await this.account.read());
    if (changes.length === 0) return { compared: requests.length, found: undefined };
    const guilty = await this.#narrow(requests);
    return { compared: requests.length, found: { requests: guilty ?? [...requests], changes } };
  }

  /** @returns whether all were refused. */
  async #sendAll(requests: readonly WireRequest[]): Promise<boolean> {
    const outcomes = await Promise.all(requests.map((request) => this.account.send(request)));
    const isRefused = outcomes.every(
      (outcome, at) => mustChangeNothing(requests[at]!, outcome) || (isAnswered(outcome) && outcome.status >= 500),
    );
    if (!isRefused) this.#restsUntil = Date.now() + this.settledMs;
    return isRefused;
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

  /** Reads until two readings are equal. */
  async #settled(): Promise<Snapshot> {
    let last = await this.account.read();
    for (let reads = 1; reads < MAX_READS; reads++) {
      const next = await this.account.read();
      if (differences(last, next).length === 0) return next;
      last = next;
      await sleep(RETRY_MS);
    }
    throw new Error('the records of an account without requests keep changing');
  }
}
