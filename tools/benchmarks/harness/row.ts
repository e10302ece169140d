import type { Bench } from './bench';

/** How a value is shown: answers a second, milliseconds, seconds, megabytes, a ratio, or a share of a processor core. */
export type Unit = 'per second' | 'ms' | 's' | 'MB' | 'ratio' | 'of a core';

export interface Measurement {
  /** One value a round. */
  values: number[];
  /** Both sides of a ratio, or what else explains the value. */
  details?: string;
  /** The share of a processor core that the client used; near 1, the client is what limits. */
  clientCpu?: number;
}

/** One line of the table in docs/performance.md. */
export interface Row {
  /** The argument of `npm run bench --`. */
  name: string;
  title: string;
  unit: Unit;
  goal?: { atLeast: number } | { atMost: number };
  run(bench: Bench): Promise<Measurement>;
}
