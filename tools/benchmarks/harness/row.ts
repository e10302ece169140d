import type { Bench } from './bench';

/**
 * The unit of a value: operations per second, milliseconds, seconds, megabytes, a ratio, or a share of a processor
 * core.
 */
export type Unit = 'per second' | 'ms' | 's' | 'MB' | 'ratio' | 'of a core';

export interface Measurement {
  /** The measured values, one per round. */
  values: number[];
  /** Explains the values, for example with both sides of a ratio. */
  details?: string;
  /** The share of a processor core that the client used. A value near 1 means that the client was the bottleneck. */
  clientCpu?: number;
}

/** A benchmark, which is one line of the table in docs/developers/performance.md. */
export interface Row {
  /** The name to pass to `npm run bench --`. */
  name: string;
  title: string;
  unit: Unit;
  goal?: { atLeast: number } | { atMost: number };
  /** Whether the benchmark takes many minutes. If so, it runs only if its name is passed. */
  isLong?: boolean;
  run(bench: Bench): Promise<Measurement>;
}
