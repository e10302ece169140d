import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from './worker';
import type { Logger } from './logger';

/** Work that each process of a service repeats. */
export interface RepeatedWork {
  /**
   * Does the work once.
   * @param isStopping whether the process ends: then the rest is left to other processes.
   */
  work: (isStopping: () => boolean) => Promise<unknown>;
  /** The pause between the end of one run and the start of the next, in milliseconds: runs never overlap. */
  pauseMs: number;
  /** The delay of the first run after the start of the process, in milliseconds; default `pauseMs`. */
  firstAfterMs?: number;
  logger: Logger;
  /** The log message when a run fails; it is tried again after the pause. */
  failure: string;
}

/** A worker that repeats some work until the process ends. */
export function repeatedWork({ work, pauseMs, firstAfterMs = pauseMs, logger, failure }: RepeatedWork): Worker {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let isStopping = false;
  let noteFailure: ((error: unknown) => void) | undefined;

  const schedule = (delayMs: number) => {
    if (isStopping) return;
    timer = setTimeout(() => {
      current = once().finally(() => schedule(pauseMs));
    }, delayMs).unref();
  };
  const once = async () => {
    try {
      await work(() => isStopping);
    } catch (error) {
      noteFailure?.(error);
      logger.warn({ err: error }, failure);
    }
  };
  return {
    start: (note) => {
      noteFailure = note;
      schedule(firstAfterMs);
    },
    stop: async (withinMs) => {
      isStopping = true;
      clearTimeout(timer);
      await Promise.race([current, sleep(withinMs, undefined, { ref: false })]);
    },
  };
}
