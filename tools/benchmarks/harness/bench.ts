import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Something that rows share; it is started for the first row that needs it, and stopped at the end. */
export interface Shared {
  stop(): Promise<unknown>;
}

/** One run of the benchmarks: its folder, its rounds, and what its rows share. */
export class Bench {
  readonly #shared = new Map<unknown, Promise<Shared>>();
  readonly #running: Shared[] = [];

  private constructor(
    readonly folder: string,
    /** How often each side of a row is measured, after one round that warms up and does not count. */
    readonly rounds: number,
    /** How long a round of one side takes, in milliseconds. */
    readonly roundMs: number,
  ) {}

  static async start(): Promise<Bench> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-benchmark-'));
    return new Bench(folder, Number(process.env.BENCH_ROUNDS ?? 5), Number(process.env.BENCH_ROUND_MS ?? 1500));
  }

  /** What `start` returned when it was first asked for. */
  share<What extends Shared>(start: (bench: Bench) => Promise<What>): Promise<What> {
    const known = this.#shared.get(start) as Promise<What> | undefined;
    if (known) return known;
    const started = start(this);
    this.#shared.set(start, started);
    // What a start needs itself has started before it, and is stopped after it.
    started.then(
      (shared) => this.#running.push(shared),
      () => {},
    );
    return started;
  }

  async end(): Promise<void> {
    for (const shared of this.#running.reverse()) await shared.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
