import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/**
 * A server that several benchmarks share. The first benchmark that needs the server starts it. The
 * server is stopped at the end of the run.
 */
export interface Shared {
  stop(): Promise<unknown>;
}

/** One run of the benchmarks: its folder, its rounds, and the servers that the benchmarks share. */
export class Bench {
  readonly #shared = new Map<unknown, Promise<Shared>>();
  readonly #running: Shared[] = [];

  private constructor(
    readonly folder: string,
    /** The number of rounds that count. One warm-up round comes before them. Each round measures every side once. */
    readonly rounds: number,
    /** The duration of one round of one side, in milliseconds. */
    readonly roundMs: number,
  ) {}

  static async start(): Promise<Bench> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-benchmark-'));
    return new Bench(folder, Number(process.env.BENCH_ROUNDS ?? 5), Number(process.env.BENCH_ROUND_MS ?? 1500));
  }

  /** Calls `start` the first time and returns the same result to all later callers. */
  share<What extends Shared>(start: (bench: Bench) => Promise<What>): Promise<What> {
    const known = this.#shared.get(start) as Promise<What> | undefined;
    if (known) return known;
    const started = start(this);
    this.#shared.set(start, started);
    // `end` stops the servers in reverse order. A server comes after its dependencies in this list,
    // so it is stopped before them.
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
