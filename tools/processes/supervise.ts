import { setTimeout as sleep } from 'node:timers/promises';

/** A process, or what stands for one in a test. */
export interface Supervisable {
  /** Resolves when it ends, for whatever reason, with its exit code (null after a signal). */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** A process that is started again whenever it ends. */
export interface Supervised<Process extends Supervisable> {
  /** The process of the first start. */
  first: Process;
  /** Stops the process and starts it again without a wait, also when it is not running because it failed. */
  restart(): Promise<void>;
  /** Stops the process for good. */
  stop(): Promise<void>;
}

/** The wait before a process is started again, in milliseconds; it doubles with each start up to the last. */
const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 15_000;
/** The first wait applies again to a process that ran for so long, in milliseconds. */
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
 * Starts a process, and starts it again whenever it ends, until it is stopped.
 * @param start starts it; after the first time it is given the process that ended, whose address it may take over.
 * @param report receives a line for each end and each new start.
 * @throws what the first start throws: a process that never ran needs a person to correct it.
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
  /** Aborted by a restart: ends the wait before the next start. */
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
        waitMs = restarting.signal.aborted ? FIRST_WAIT_MS : Math.min(waitMs * 2, LAST_WAIT_MS);
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
      // A restart that was asked for during the start: what started may be the program before.
      if (restarting.signal.aborted) await current.stop();
    }
  };
  keepAlive().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return {
    first,
    restart: async () => {
      restarting.abort();
      await current?.stop();
    },
    stop: async () => {
      stopping.abort();
      // A process that is just being started ends with this one, or as soon as it runs.
      await current?.stop();
    },
  };
}
