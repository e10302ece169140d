import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from './worker';
import type { Logger } from './logger';

/** Work that is done now and then, by each process of a service. */
export interface RepeatedWork {
  /** Does it once. @param isStopping whether the process ends: then it leaves the rest to others. */
  work: (isStopping: () => boolean) => Promise<unknown>;
  /** From the end of one to the beginning of the next, in milliseconds: it never overlaps itself. */
  pauseMs: number;
  /** From the start of the process to the first, in milliseconds; `pauseMs` unless said. */
  firstAfterMs?: number;
  logger: Logger;
  /** What the log says when it fails; it is tried again after the pause. */
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
