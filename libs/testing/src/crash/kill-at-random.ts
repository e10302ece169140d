import { setTimeout as sleep } from 'node:timers/promises';

/** A process that a test may kill. `crash` kills it, and resolves after its restart. */
export interface Killable {
  crash(): Promise<void>;
}

/** The time between kills, in milliseconds. */
const PAUSE_MS = { least: 50, most: 400 };

/**
 * Kills the processes in random order. Each is killed once before any is killed again.
 * @param end when to stop, as a Date.now() value. Each process is killed at least twice.
 */
export async function killAtRandom(
  targets: readonly Killable[],
  kills: number,
  random: () => number,
  end = Infinity,
): Promise<void> {
  let waiting: Killable[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    if (kill > 2 * targets.length && Date.now() > end) {
      process.stderr.write(`crash tests: ${kills - kill + 1} random kills skipped\n`);
      return;
    }
    if (waiting.length === 0) waiting = [...targets];
    await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least));
    const [target] = waiting.splice(Math.floor(random() * waiting.length), 1);
    await target!.crash();
  }
}
