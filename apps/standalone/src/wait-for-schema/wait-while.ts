import { setTimeout as sleep } from 'node:timers/promises';

export interface Waiting {
  /** How long to wait, in milliseconds. */
  withinMs: number;
  /** The pause between two checks, in milliseconds. */
  everyMs: number;
  /** Receives a line when the reason for waiting changes, and at the end. */
  report: (line: string) => void;
}

/**
 * Repeats a check until it returns undefined, which means that there is no reason to wait any longer.
 * @throws Error with the last reason if the time runs out, or the error of the check.
 */
export async function waitWhile(
  check: () => Promise<string | undefined>,
  { withinMs, everyMs, report }: Waiting,
): Promise<void> {
  const end = Date.now() + withinMs;
  for (let previous: string | undefined; ;) {
    const reason = await check();
    if (reason === undefined) return;
    if (Date.now() >= end) throw new Error(`gave up after ${Math.round(withinMs / 1000)} seconds: ${reason}`);
    if (reason !== previous) report(`waiting: ${reason}`);
    previous = reason;
    await sleep(everyMs);
  }
}
