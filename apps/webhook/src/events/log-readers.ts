import { ApiError } from '@keyhaven/contracts/shared/errors';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Logger } from '@keyhaven/service/observability/logger';
import type { Worker } from '@keyhaven/service/worker';
import { Signal } from '../sending/signal';
import type { WebhookStore } from '../store/webhook-store';
import { closeEnd } from './close-positions';

/** How often this process queries for events that other processes have stored, in milliseconds. */
const ASK_EVERY_MS = 200;
/** The maximum number of readers (waiting requests and streams) of an account in this process. */
export const MAX_READERS = 20;
const RETRY_AFTER_SECONDS = '5';

/** The time limits of streams, in milliseconds. */
export interface StreamTimes {
  /**
   * How long a stream lasts. Then its client must reconnect, and gets a 401 if its token was
   * revoked.
   */
  lastsMs: number;
  /**
   * The time after which a stream is closed if its client reads too slowly to receive the end of
   * the stream.
   */
  cutMs: number;
  /** How often an idle stream sends a comment, so that proxies keep the connection open. */
  heartbeatMs: number;
}

/**
 * A stream ends at most 25 seconds after its token was revoked: the gateway caches credentials for
 * 5 seconds, and a stream is closed after 20 seconds at the latest.
 */
export const STREAM_TIMES: StreamTimes = { lastsMs: 15_000, cutMs: 20_000, heartbeatMs: 5_000 };

/** A request or stream that waits for events of an account. */
export interface Reader {
  /** The last position that was read. */
  position: number;
  /** Set when there may be more events, or when the reader must stop waiting. */
  readonly signal: Signal;
  readonly userId: number;
  /**
   * The reader's position when it was last woken. If the position is still the same, the reader
   * found no event.
   */
  wokenAt?: number;
  /** Set when the reader's client has disconnected or the process stops. */
  isOver: boolean;
}

/**
 * Wakes waiting readers. An event that this process stores wakes them immediately. For events of other processes, this
 * class polls the accounts of all readers with one query, as long as there are readers.
 */
export class LogReaders implements Worker {
  private readonly readers = new Map<number, Set<Reader>>();
  private readonly asking: Worker;
  private isDraining = false;

  constructor(
    store: Pick<WebhookStore, 'queue' | 'now'>,
    logger: Logger,
    readonly times: StreamTimes = STREAM_TIMES,
  ) {
    const failure = 'asking for events of other processes failed';
    this.asking = repeatedWork({ work: () => this.ask(store), pauseMs: ASK_EVERY_MS, logger, failure });
  }

  /**
   * Adds a reader. The caller must close it.
   * @throws ApiError too_many_requests if the account has too many readers.
   */
  open(userId: number, position: number): Reader {
    const others = this.readers.get(userId) ?? new Set();
    if (others.size >= MAX_READERS) {
      const message = `the account already has ${MAX_READERS} open streams and waiting requests of v2/events, which is the limit; close one, or request several types with one`;
      throw new ApiError('too_many_requests', message, { 'Retry-After': RETRY_AFTER_SECONDS });
    }
    const reader = { userId, position, signal: new Signal(), isOver: this.isDraining };
    this.readers.set(userId, others.add(reader));
    this.asking.wake?.();
    return reader;
  }

  /** Removes a reader, and ends its wait. */
  close(reader: Reader): void {
    end(reader);
    const others = this.readers.get(reader.userId);
    others?.delete(reader);
    if (others?.size === 0) this.readers.delete(reader.userId);
  }

  /** Wakes the readers of these accounts. Call it after events were stored. */
  notify(accounts: Iterable<number>): void {
    for (const userId of accounts) this.readers.get(userId)?.forEach(({ signal }) => signal.set());
  }

  start(noteFailure?: (error: unknown) => void): void {
    this.asking.start(noteFailure);
  }

  drain(): void {
    this.isDraining = true;
    for (const readers of this.readers.values()) readers.forEach(end);
  }

  stop(withinMs: number): Promise<void> {
    return this.asking.stop(withinMs);
  }

  private async ask({ queue, now }: Pick<WebhookStore, 'queue' | 'now'>): Promise<{ isBusy: boolean }> {
    if (this.readers.size === 0) return { isBusy: false };
    const accounts = [...this.readers.keys()];
    const found = await queue.logs.find({ _id: { $in: accounts } }, { last: 1, last_utc: 1 }).lean();
    for (const log of found) {
      for (const reader of this.readers.get(log._id) ?? []) {
        if (log.last <= reader.position) continue;
        // The reader found no event when it was last woken. Try to close the positions without an event. Otherwise they
        // would wake the reader again at every poll.
        if (reader.wokenAt === reader.position) await closeEnd(queue, log, reader.position, now());
        reader.wokenAt = reader.position;
        reader.signal.set();
      }
    }
    return { isBusy: true };
  }
}

function end(reader: Reader): void {
  reader.isOver = true;
  reader.signal.set();
}
