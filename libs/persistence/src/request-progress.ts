import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError, isRefusal, PassingRefusal } from '@keyhaven/contracts/shared/errors';
import { mongo } from 'mongoose';
import { isDuplicateKey } from './duplicate-key';
import { isOutOfDiskSpace } from './out-of-disk-space';

/** How often a refused request is done again because another attempt of it was carried out. */
const MAX_ATTEMPTS = 3;

/** Refusals that say nothing about the record: the same request may be accepted later. */
const passing = new Set(['idempotency_key_reused', 'unauthorized', 'too_many_requests', 'request_timeout']);

/** Whether an error refuses a request for good: a repeat under its Idempotency-Key is refused in the same words. */
function isLasting(error: unknown): error is ApiError {
  return isRefusal(error) && !(error instanceof PassingRefusal) && !passing.has(error.code);
}

const current = new AsyncLocalStorage<RequestProgress>();

/**
 * Stores that a request was refused. Answers how to take that back; undefined when another attempt of the request was
 * carried out.
 */
type NoteRefusal = (refusal: ApiError) => Promise<(() => Promise<void>) | undefined>;

/**
 * The progress of a request: whether something may have been written for it, and what it waits for. It is available in
 * everything that is called for the request.
 */
export class RequestProgress {
  private readonly waiting = new Set<{ part: string; since: number }>();
  private writesUnderWay = 0;
  private hasWritten = false;
  private hasEnded = false;
  /** How to store a refusal, by each collection in which the request looked for its Idempotency-Key. */
  readonly refusalNotes = new Map<string, NoteRefusal>();

  /** @param isRead whether the request asks for no change: writes made while it reads do not count as its own. */
  constructor(private readonly isRead: boolean) {}

  /**
   * Runs what is done for the request. When a request with an Idempotency-Key is refused, the refusal is stored before it
   * is answered: an earlier attempt of the request that comes later changes nothing.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return current.run(this, async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await work();
        } catch (error) {
          if (!isLasting(error) || this.hasEnded || attempt === MAX_ATTEMPTS) throw error;
          // Where another attempt of this request was carried out, the work finds what that one was answered.
          if (await this.storeRefusal(error)) throw error;
        }
      }
    });
  }

  /** Answers false when another attempt of the request was carried out. */
  private async storeRefusal(refusal: ApiError): Promise<boolean> {
    const stored: (() => Promise<void>)[] = [];
    for (const note of this.refusalNotes.values()) {
      const forget = await note(refusal);
      if (!forget) {
        for (const takeBack of stored) await takeBack();
        return false;
      }
      stored.push(forget);
    }
    return true;
  }

  /** Whether it was answered; nothing may be written for it after that. */
  get isOver(): boolean {
    return this.hasEnded;
  }

  /** Call this when it is answered before its work is done. */
  end(): void {
    this.hasEnded = true;
  }

  /** Whether a change may be stored: one was, one is being written, or the outcome of one is unknown. */
  get mayHaveWritten(): boolean {
    return !this.isRead && (this.hasWritten || this.writesUnderWay > 0);
  }

  /** What it waits for, each with the milliseconds since it began. */
  get waitsFor(): string[] {
    return [...this.waiting].map(({ part, since }) => `${part} for ${Date.now() - since} ms`);
  }

  /** Waits for a part of the work. */
  async waitFor<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
    const entry = { part, since: Date.now() };
    this.waiting.add(entry);
    try {
      return await work();
    } finally {
      this.waiting.delete(entry);
    }
  }

  /** Sends a write, whose result is undefined when its condition did not hold. */
  async write<Result>(send: () => Promise<Result | undefined>): Promise<Result | undefined> {
    this.writesUnderWay++;
    try {
      const result = await send();
      if (result !== undefined) this.hasWritten = true;
      return result;
    } catch (error) {
      // A refusal by a unique index and a full disk stored nothing, but a bulk write may have stored a part.
      const storedNothing = isDuplicateKey(error) || isOutOfDiskSpace(error);
      if (!storedNothing || error instanceof mongo.MongoBulkWriteError) this.hasWritten = true;
      throw error;
    } finally {
      this.writesUnderWay--;
    }
  }
}

/** Does a part of a request's work. The log names it when the request ends first. */
export function waitFor<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  const progress = current.getStore();
  return progress ? progress.waitFor(part, work) : work();
}

/** Sends a write of a record, and notes its outcome. */
export function sendWrite<Result>(part: string, send: () => Promise<Result | undefined>): Promise<Result | undefined> {
  const progress = current.getStore();
  return progress ? progress.waitFor(part, () => progress.write(send)) : send();
}

/** Has the refusal of the present request stored in a collection, if it is refused in the end. */
export function onRefusal(collection: string, note: NoteRefusal): void {
  current.getStore()?.refusalNotes.set(collection, note);
}

/** Whether the current request was already answered. */
export function isRequestOver(): boolean {
  return current.getStore()?.isOver === true;
}

/** The answer to a request whose deadline passed. */
export function deadlinePassed(progress = current.getStore()): ApiError {
  return progress?.mayHaveWritten
    ? outcomeUnknown('the deadline of the request passed')
    : new ApiError('unavailable', 'the deadline of the request passed before anything was written', {
        'Retry-After': '1',
      });
}

/** The answer to a request that failed after something may have been written. @param reason why it failed. */
export function outcomeUnknown(reason: string): ApiError {
  return new ApiError(
    'gateway_timeout',
    `${reason}; whether it was carried out is not known: repeat it with the same Idempotency-Key to learn its result`,
  );
}
