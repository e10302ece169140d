import { setTimeout as sleep } from 'node:timers/promises';
import { type Found, IdleTimer } from '@keyhaven/persistence/idle-timer';
import type { Worker } from './worker';
import type { Logger } from './observability/logger';

/** Work that each process of a service repeats. */
export interface RepeatedWork {
  /**
   * Does the work once.
   * @param isStopping whether the process is ending. The work then stops early; other processes continue it.
   * @returns what it found, so that the pauses become longer while there is no work; nothing if all pauses are equal.
   */
  work: (isStopping: () => boolean) => Promise<Found | void>;
  /** The pause between the end of one run and the start of the next, in milliseconds. Runs never overlap. */
  pauseMs: number;
  /** The delay of the first run after the start of the process, in milliseconds. Defaults to `pauseMs`. */
  firstAfterMs?: number;
  logger: Logger;
  /** The log message when a run fails. The next run follows after the pause. */
  failure: string;
}

/** A worker that repeats some work until the process ends. */
export function repeatedWork({ work, pauseMs, firstAfterMs, logger, failure }: RepeatedWork): Worker {
  let isStopping = false;
  let noteFailure: ((error: unknown) => void) | undefined;

  const run = async (): Promise<Found> => {
    try {
      return (await work(() => isStopping)) ?? { isBusy: true };
    } catch (error) {
      noteFailure?.(error);
      logger.warn({ err: error }, failure);
      return { isBusy: true };
    }
  };
  const timer = new IdleTimer({ run, pauseMs, firstAfterMs });
  return {
    start: (note) => {
      noteFailure = note;
      timer.start();
    },
    wake: () => timer.wake(),
    stop: async (withinMs) => {
      isStopping = true;
      await Promise.race([timer.stop(), sleep(withinMs, undefined, { ref: false })]);
    },
  };
}
