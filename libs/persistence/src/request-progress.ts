import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { mongo } from 'mongoose';
import { isDuplicateKey } from './duplicate-key';
import { isOutOfDiskSpace } from './out-of-disk-space';

const current = new AsyncLocalStorage<RequestProgress>();

/**
 * The progress of a request: whether something may have been written for it, and what it waits for. It is available in
 * everything that is called for the request.
 */
export class RequestProgress {
  private readonly waiting = new Set<{ part: string; since: number }>();
  private writesUnderWay = 0;
  private hasWritten = false;
  private hasEnded = false;

  /** @param isRead whether the request asks for no change: writes made while it reads do not count as its own. */
  constructor(private readonly isRead: boolean) {}

  /** Runs the work of the request. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return current.run(this, work);
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
