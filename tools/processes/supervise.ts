import { setTimeout as sleep } from 'node:timers/promises';

/** A process, or a fake process in a test. */
export interface Supervisable {
  /** Resolves with the exit code when the process ends for any reason (null if a signal ended it). */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** A process that is restarted whenever it ends. */
export interface Supervised<Process extends Supervisable> {
  /** The process that was started first. */
  first: Process;
  /** The process that runs now; undefined while it is being started again. */
  readonly current: Process | undefined;
  /**
   * Stops the process and starts it again without a wait. If the process has failed and waits for its next start, ends
   * this wait.
   */
  restart(): Promise<void>;
  /** Stops the process and does not start it again. */
  stop(): Promise<void>;
}

/** The wait before the first restart of a process, in milliseconds. The wait doubles with each further restart. */
const FIRST_WAIT_MS = 250;
/** The maximum wait before a restart, in milliseconds. */
const MAX_WAIT_MS = 15_000;
/** After a process has run for this time, in milliseconds, the next wait is FIRST_WAIT_MS again. */
const STEADY_MS = 60_000;

interface Timing {
  wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  now: () => number;
}

const realTime: Timing = {
  wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  now: () => performance.now(),
};

/**
 * Starts a process, and restarts it whenever it ends, until it is stopped.
 * @param start a function that starts the process. On a restart, its argument is the ended process.
 * @param report a function that receives a line for each end and each restart of the process.
 * @throws the error of the first start. A failed first start is not repeated, because it would
 *   probably fail again.
 */
export async function supervise<Process extends Supervisable>(
  name: string,
  start: (ended?: Process) => Promise<Process>,
  report: (line: string) => void,
  { wait, now }: Timing = realTime,
): Promise<Supervised<Process>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = await start();
  let current: Process | undefined = first;
  /** `restart` aborts this controller, to end the wait before the next start. */
  let restarting = new AbortController();

  const waitUnlessRestarting = (milliseconds: number) =>
    wait(milliseconds, AbortSignal.any([signal, restarting.signal])).catch((error: unknown) => {
      if (!restarting.signal.aborted) throw error;
    });

  const keepAlive = async () => {
    let waitMs = FIRST_WAIT_MS;
    for (let previous = first; ;) {
      const startedAt = now();
      const code = await previous.ended;
      if (signal.aborted) return;
      current = undefined;
      if (!restarting.signal.aborted) report(`${name} ended with ${code ?? 'a signal'} and is started again`);
      if (now() - startedAt >= STEADY_MS) waitMs = FIRST_WAIT_MS;
      while (!current) {
        await waitUnlessRestarting(waitMs);
        waitMs = restarting.signal.aborted ? FIRST_WAIT_MS : Math.min(waitMs * 2, MAX_WAIT_MS);
        restarting = new AbortController();
        try {
          current = await start(previous);
        } catch (error) {
          report(`${name} could not be started again: ${error instanceof Error ? error.message : String(error)}`);
        }
        if (signal.aborted) return void (await current?.stop());
      }
      previous = current;
      report(`${name} runs again`);
      // A restart was requested during the start, so the process may run the old program.
      if (restarting.signal.aborted) await current.stop();
    }
  };
  keepAlive().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return {
    first,
    get current() {
      return current;
    },
    restart: async () => {
      restarting.abort();
      await current?.stop();
    },
    stop: async () => {
      stopping.abort();
      // A process that is still starting is stopped as soon as it runs, or when this process exits.
      await current?.stop();
    },
  };
}
