import { setTimeout as sleep } from 'node:timers/promises';

/** A process that a test may kill. The next kill waits until `crash` resolves, for example after the restart. */
export interface Killable {
  crash(): Promise<void>;
}

/** The limits of a random pause, in milliseconds. */
export interface Pause {
  least: number;
  most: number;
}

const PAUSE_MS: Pause = { least: 50, most: 400 };

/**
 * Kills the processes in random order. Each is killed once before any is killed again.
 * @param pause the pause before each kill.
 */
export async function killAtRandom(
  targets: readonly Killable[],
  kills: number,
  random: () => number,
  pause: Pause = PAUSE_MS,
): Promise<void> {
  let waiting: Killable[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    if (waiting.length === 0) waiting = [...targets];
    await sleep(pause.least + random() * (pause.most - pause.least));
    const [target] = waiting.splice(Math.floor(random() * waiting.length), 1);
    await target!.crash();
  }
}
