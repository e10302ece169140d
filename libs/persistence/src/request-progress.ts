import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError, isRefusal, PassingRefusal } from '@keyhaven/contracts/shared/errors';
import { mongo } from 'mongoose';
import { isDuplicateKey } from './duplicate-key';
import { isOutOfDiskSpace } from './out-of-disk-space';

/**
 * The maximum number of times that the work of a request runs. The work runs again if one attempt
 * of the request is refused although another attempt succeeded.
 */
const MAX_ATTEMPTS = 3;

/**
 * The codes of refusals that are not stored. They say nothing about the record, so the same request
 * may be accepted later.
 */
const passing = new Set(['idempotency_key_reused', 'unauthorized', 'too_many_requests', 'request_timeout']);

/**
 * The refusal of an earlier attempt of the request. It is not stored again, because it is already
 * stored.
 */
export class StoredRefusal extends ApiError {}

/**
 * Whether to store the refusal, so that a repeated request with the same Idempotency-Key is refused
 * in the same way.
 */
function mustBeStored(error: unknown): error is ApiError {
  if (!isRefusal(error) || error instanceof PassingRefusal || error instanceof StoredRefusal) return false;
  return !passing.has(error.code);
}

const current = new AsyncLocalStorage<RequestProgress>();

/**
 * Stores that a request was refused. Returns a function that removes the refusal; undefined if
 * another attempt of the request succeeded.
 */
type NoteRefusal = (refusal: ApiError) => Promise<(() => Promise<void>) | undefined>;

/**
 * The progress of a request: whether it may have written something, and what it is waiting for. An
 * AsyncLocalStorage makes it available to all code that runs for the request.
 */
export class RequestProgress {
  private readonly waiting = new Set<{ part: string; since: number }>();
  private writesUnderWay = 0;
  private hasWritten = false;
  private hasEnded = false;
  /**
   * The functions that store a refusal, by collection. There is one for each collection in which
   * the request looked up its Idempotency-Key.
   */
  readonly refusalNotes = new Map<string, NoteRefusal>();

  /**
   * @param isRead whether the request only reads. Writes during a read are not considered writes of
   *   the request.
   */
  constructor(private readonly isRead: boolean) {}

  /**
   * Runs the work of a request. If a request with an Idempotency-Key is refused, this method stores
   * the refusal before it throws. After that, an earlier attempt of the request that is still
   * running changes nothing.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return current.run(this, async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await work();
        } catch (error) {
          if (!mustBeStored(error) || this.hasEnded || attempt === MAX_ATTEMPTS) throw error;
          // If another attempt of this request succeeded, the work runs again and finds the answer
          // of that attempt.
          if (await this.storeRefusal(error)) throw error;
        }
      }
    });
  }

  /**
   * Stores a refusal in all collections or in none. @returns false if another attempt of the
   * request succeeded.
   */
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

  /** Whether the request was answered. After that, it must not write. */
  get isOver(): boolean {
    return this.hasEnded;
  }

  /** Call this when the request is answered before its work has ended. */
  end(): void {
    this.hasEnded = true;
  }

  /**
   * Whether the request may have stored a change: a write succeeded, is still running, or has an
   * unknown outcome.
   */
  get mayHaveWritten(): boolean {
    return !this.isRead && (this.hasWritten || this.writesUnderWay > 0);
  }

  /** What the request is waiting for, and how long it has waited in milliseconds. */
  get waitsFor(): string[] {
    return [...this.waiting].map(({ part, since }) => `${part} for ${Date.now() - since} ms`);
  }

  /** Runs a part of the work of the request. `waitsFor` names this part until it ends. */
  async waitFor<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
    const entry = { part, since: Date.now() };
    this.waiting.add(entry);
    try {
      return await work();
    } finally {
      this.waiting.delete(entry);
    }
  }

  /** Sends a write. The result is undefined if the condition of the write did not hold. */
  async write<Result>(send: () => Promise<Result | undefined>): Promise<Result | undefined> {
    this.writesUnderWay++;
    try {
      const result = await send();
      if (result !== undefined) this.hasWritten = true;
      return result;
    } catch (error) {
      // After a duplicate key error or with a full disk, nothing was stored. A bulk write is
      // different: a part of it may have been stored.
      const storedNothing = isDuplicateKey(error) || isOutOfDiskSpace(error);
      if (!storedNothing || error instanceof mongo.MongoBulkWriteError) this.hasWritten = true;
      throw error;
    } finally {
      this.writesUnderWay--;
    }
  }
}

/**
 * Runs a part of the work of a request. If the request ends before this part has ended, the log
 * states that the request was waiting for this part.
 */
export function waitFor<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  const progress = current.getStore();
  return progress ? progress.waitFor(part, work) : work();
}

/** Sends a write, and remembers that the request may have stored it. */
export function sendWrite<Result>(part: string, send: () => Promise<Result | undefined>): Promise<Result | undefined> {
  const progress = current.getStore();
  return progress ? progress.waitFor(part, () => progress.write(send)) : send();
}

/** Registers the function that stores a refusal of the current request in a collection. */
export function onRefusal(collection: string, note: NoteRefusal): void {
  current.getStore()?.refusalNotes.set(collection, note);
}

export function isRequestOver(): boolean {
  return current.getStore()?.isOver === true;
}

/** The error for a request whose deadline has passed. */
export function deadlinePassed(progress = current.getStore()): ApiError {
  return progress?.mayHaveWritten
    ? outcomeUnknown('the deadline of the request passed')
    : new ApiError('unavailable', 'the deadline of the request passed before anything was written', {
        'Retry-After': '1',
      });
}

/**
 * The error for a request that failed and may have written something.
 * @param reason why the request failed.
 */
export function outcomeUnknown(reason: string): ApiError {
  return new ApiError(
    'gateway_timeout',
    `${reason}; whether it was carried out is not known: repeat it with the same Idempotency-Key to learn its result`,
  );
}
