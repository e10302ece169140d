import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError, isRefusal, PassingRefusal } from '@keyhaven/contracts/shared/errors';
import { mongo } from 'mongoose';
import { isDuplicateKey } from './duplicate-key';
import { isOutOfDiskSpace } from './out-of-disk-space';

/** How often a refused request is run again because another attempt of it was carried out. */
const MAX_ATTEMPTS = 3;

/** Refusals that say nothing about the record: the same request may be accepted later. */
const passing = new Set(['idempotency_key_reused', 'unauthorized', 'too_many_requests', 'request_timeout']);

/** The refusal of an earlier attempt of the request. It is already stored, so nothing needs to be decided again. */
export class StoredRefusal extends ApiError {}

/** Whether an error is a refusal that must be stored, because a repetition with the same Idempotency-Key gets it too. */
function mustBeStored(error: unknown): error is ApiError {
  if (!isRefusal(error) || error instanceof PassingRefusal || error instanceof StoredRefusal) return false;
  return !passing.has(error.code);
}

const current = new AsyncLocalStorage<RequestProgress>();

/**
 * Stores that a request was refused. Returns a function that removes the refusal; undefined when another attempt of the
 * request was carried out.
 */
type NoteRefusal = (refusal: ApiError) => Promise<(() => Promise<void>) | undefined>;

/**
 * The progress of a request: whether it may have written something, and what it waits for. All code that runs for the
 * request can access it.
 */
export class RequestProgress {
  private readonly waiting = new Set<{ part: string; since: number }>();
  private writesUnderWay = 0;
  private hasWritten = false;
  private hasEnded = false;
  /**
   * The functions that store a refusal, one for each collection in which the request looked for its Idempotency-Key.
   */
  readonly refusalNotes = new Map<string, NoteRefusal>();

  /** @param isRead whether the request only reads: writes made during a read do not count as its own. */
  constructor(private readonly isRead: boolean) {}

  /**
   * Runs the work of the request. When a request with an Idempotency-Key is refused, the refusal is stored before the
   * answer, so that an earlier attempt that arrives later changes nothing.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return current.run(this, async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await work();
        } catch (error) {
          if (!mustBeStored(error) || this.hasEnded || attempt === MAX_ATTEMPTS) throw error;
          // If another attempt of this request was carried out, the work runs again and finds its answer.
          if (await this.storeRefusal(error)) throw error;
        }
      }
    });
  }

  /** Stores a refusal in all collections or none. @returns false when another attempt of the request was carried out. */
  private async storeRefusal(refusal: ApiError): Promise<boolean> {
    const stored: (() => Promise<void>)[] = [];
    let isStored = false;
    try {
      for (const note of this.refusalNotes.values()) {
        const forget = await note(refusal);
        if (!forget) return false;
        stored.push(forget);
      }
      isStored = true;
      return true;
    } finally {
      if (!isStored) for (const takeBack of stored) await takeBack();
    }
  }

  /** Whether the request was answered; it must not write anything after that. */
  get isOver(): boolean {
    return this.hasEnded;
  }

  /** Call this when the request is answered before its work is done. */
  end(): void {
    this.hasEnded = true;
  }

  /** Whether the request may have stored a change: it did, is writing one, or the outcome of one is unknown. */
  get mayHaveWritten(): boolean {
    return !this.isRead && (this.hasWritten || this.writesUnderWay > 0);
  }

  /** The parts of the work that it waits for, with their durations in milliseconds. */
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

/** Runs a part of a request's work. The log names this part if the request ends first. */
export function waitFor<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  const progress = current.getStore();
  return progress ? progress.waitFor(part, work) : work();
}

/** Sends a write of a record, and notes its outcome. */
export function sendWrite<Result>(part: string, send: () => Promise<Result | undefined>): Promise<Result | undefined> {
  const progress = current.getStore();
  return progress ? progress.waitFor(part, () => progress.write(send)) : send();
}

/** Registers how to store the refusal of the present request in a collection, if it is refused in the end. */
export function onRefusal(collection: string, note: NoteRefusal): void {
  current.getStore()?.refusalNotes.set(collection, note);
}

/** Whether the current request was already answered. */
export function isRequestOver(): boolean {
  return current.getStore()?.isOver === true;
}

/** The error for a request whose deadline passed. */
export function deadlinePassed(progress = current.getStore()): ApiError {
  return progress?.mayHaveWritten
    ? outcomeUnknown('the deadline of the request passed')
    : new ApiError('unavailable', 'the deadline of the request passed before anything was written', {
        'Retry-After': '1',
      });
}

/** The error for a request that failed after it may have written something. @param reason why it failed. */
export function outcomeUnknown(reason: string): ApiError {
  return new ApiError(
    'gateway_timeout',
    `${reason}; whether it was carried out is not known: repeat it with the same Idempotency-Key to learn its result`,
  );
}
