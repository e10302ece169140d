import { setTimeout as sleep } from 'node:timers/promises';
import { isAnswered, type Outcome, type WireRequest } from '../send/wire-request';
import { mustChangeNothing } from './check-answer';
import { differences, hasPending, type Snapshot } from './database-snapshot';

/**
 * How long to wait after an accepted write, in milliseconds. Within this time, other services
 * consume the events of the write. Calendar events follow two seconds after a change.
 */
const SETTLED_MS = 3500;
/** How much longer to wait on a slow machine: this many times the longest duration of a request of the batch. */
const SLOWNESS_FACTOR = 5;
/** The status of a request for which it is not known whether it was carried out. */
const UNKNOWN_OUTCOME = 504;
const RETRY_MS = 300;
const MAX_READS = 100;
/**
 * After this many snapshots, the batch is sent even if events or jobs are still pending. Jobs that
 * wait this long were not caused by the previous batch. Documents with pending events or jobs are
 * not compared.
 */
const PENDING_READS = 50;
/** How many requests of a batch are sent at the same time. The limit leaves capacity for requests of other accounts. */
const AT_ONCE = 8;

/** Sends requests to an account that gets no other requests, and reads snapshots of its data. */
export interface QuietAccount {
  send(request: WireRequest): Promise<Outcome>;
  read(): Promise<Snapshot>;
}

/** A batch of refused writes after which the stored data had changed. */
export interface ChangedByRefusal {
  /** The single request that changes the data when it is sent again; the whole batch if no single request does. */
  requests: WireRequest[];
  changes: string[];
}

export interface RefusalResult {
  /** The number of refused requests for which the data was compared. */
  compared: number;
  found: ChangedByRefusal | undefined;
}

/**
 * Checks that refused writes change no stored data. Sends the writes in batches, and compares the snapshots from before
 * and after each batch.
 */
export class RefusedWrites {
  #restsUntil = 0;
  /** The snapshot that was read after the previous batch. */
  #last: Snapshot | undefined;

  constructor(
    private readonly account: QuietAccount,
    private readonly settledMs = SETTLED_MS,
  ) {}

  /**
   * Sends a batch, and compares the snapshots from before and after the batch. If some requests of
   * the batch are accepted this time, the comparison would prove nothing. In this case, waits until
   * the events and jobs of the accepted requests are done, and sends the batch again without the
   * accepted requests.
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

  /** Sends requests. @returns the requests that were certainly refused. */
  async #sendAll(requests: readonly WireRequest[]): Promise<WireRequest[]> {
    const isRefused = new Map<WireRequest, boolean>();
    const queue = requests.values();
    let longestMs = 0;
    const send = async () => {
      for (const request of queue) {
        const sentAt = Date.now();
        const outcome = await this.account.send(request);
        longestMs = Math.max(longestMs, Date.now() - sentAt);
        const isFailed = isAnswered(outcome) && outcome.status >= 500 && outcome.status !== UNKNOWN_OUTCOME;
        isRefused.set(request, mustChangeNothing(request, outcome) || isFailed);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    const refused = requests.filter((request) => isRefused.get(request));
    if (refused.length < requests.length) {
      this.#restsUntil = Date.now() + this.settledMs + SLOWNESS_FACTOR * longestMs;
    }
    return refused;
  }

  /**
   * Sends the batch again and divides it, to find the request that changes the stored data. @returns undefined if the
   * stored data does not change this time.
   */
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
   * Reads snapshots until a snapshot equals the previous one and no events or jobs are pending. The first snapshot is
   * compared with the snapshot that was read after the previous batch.
   */
  async #settled(): Promise<Snapshot> {
    await sleep(Math.max(0, this.#restsUntil - Date.now()));
    let last = this.#last;
    for (let reads = 0; reads < MAX_READS; reads++) {
      const next = await this.account.read();
      const isWaiting = reads < PENDING_READS && hasPending(next);
      if (!isWaiting && last && differences(next, last).length === 0) return next;
      if (last) await sleep(RETRY_MS);
      last = next;
    }
    throw new Error('the records of an account without requests keep changing');
  }
}
