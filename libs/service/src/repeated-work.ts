import { setTimeout as sleep } from 'node:timers/promises';
import { type Found, IdleTimer } from '@keyhaven/persistence/idle-timer';
import type { Worker } from './worker';
import type { Logger } from './observability/logger';

/** Work that every process of a service repeats. */
export interface RepeatedWork {
  /**
   * Does the work once.
   * @param isStopping returns whether the process is ending. The work should then end early; other
   *   processes continue it.
   * @returns whether there was work, so that pauses become long while there is none. Returns
   *   undefined if all pauses should be equal.
   */
  work: (isStopping: () => boolean) => Promise<Found | void>;
  /** The pause between the end of a run and the start of the next one, in milliseconds. */
  pauseMs: number;
  /**
   * The delay of the first run after the start of the process, in milliseconds. By default
   * `pauseMs`.
   */
  firstAfterMs?: number;
  logger: Logger;
  /** The log message for a failed run. The work runs again after the pause. */
  failure: string;
}

/** Creates a worker that repeats some work until the process ends. Two runs never overlap. */
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
