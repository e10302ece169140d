import { setTimeout as sleep } from 'node:timers/promises';

/** A process, or what stands for one. */
export interface Supervisable {
  /** Resolves when it ends, for whatever reason, with its exit code (null after a signal). */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** The wait before a process is started again, in milliseconds; it doubles with each start up to the last. */
const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 15_000;
/** A process that lived for so long is started again after the first wait, in milliseconds. */
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
 * Starts a process, and starts it again whenever it dies, until it is stopped.
 * @param start starts it; after the first time it is given the process that died, whose address it may take over.
 * @param report receives a line for each end and each new start.
 * @throws what the first start throws: what never ran is for a person to correct.
 */
export async function supervise<Process extends Supervisable>(
  name: string,
  start: (died?: Process) => Promise<Process>,
  report: (line: string) => void,
  { wait, now }: Timing = realTime,
): Promise<{ first: Process; stop(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = await start();
  let current: Process | undefined = first;

  const keepAlive = async () => {
    let waitMs = FIRST_WAIT_MS;
    for (let died = first; ;) {
      const startedAt = now();
      const code = await died.ended;
      if (signal.aborted) return;
      current = undefined;
      report(`${name} ended with ${code ?? 'a signal'} and is started again`);
      if (now() - startedAt >= STEADY_MS) waitMs = FIRST_WAIT_MS;
      while (!current) {
        await wait(waitMs, signal);
        waitMs = Math.min(waitMs * 2, LAST_WAIT_MS);
        try {
          current = await start(died);
        } catch (error) {
          report(`${name} could not be started again: ${error instanceof Error ? error.message : String(error)}`);
        }
        if (signal.aborted) return void (await current?.stop());
      }
      died = current;
      report(`${name} runs again`);
    }
  };
  keepAlive().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return {
    first,
    stop: async () => {
      stopping.abort();
      // What is just being started ends with this process, or as soon as it runs.
      await current?.stop();
    },
  };
}
