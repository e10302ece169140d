import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A process that a test may kill. The next kill waits until `crash` resolves, for example until the
 * process has restarted.
 */
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
 * Kills the processes in random order, in rounds: each process is killed once per round.
 * @param options.pause the pause before each kill.
 * @param options.end when to stop, as a value of Date.now(). Even after this time, kills go on until
 *   each process was killed twice.
 */
export async function killAtRandom(
  targets: readonly Killable[],
  kills: number,
  random: () => number,
  { pause = PAUSE_MS, end = Infinity }: { pause?: Pause; end?: number } = {},
): Promise<void> {
  let waiting: Killable[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    if (kill > 2 * targets.length && Date.now() > end) {
      process.stderr.write(`crash tests: ${kills - kill + 1} random kills skipped\n`);
      return;
    }
    if (waiting.length === 0) waiting = [...targets];
    await sleep(pause.least + random() * (pause.most - pause.least));
    const [target] = waiting.splice(Math.floor(random() * waiting.length), 1);
    await target!.crash();
  }
}
