/** The counts of a phase of a run, all zero. `unanswered` counts attempts that got no response or a 5xx. */
const nothing = {
  requests: 0,
  acknowledged: 0,
  refused: 0,
  'nights taken': 0,
  unanswered: 0,
  'full disk': 0,
  delivered: 0,
};
export type Counted = keyof typeof nothing;

export interface CountedPhase {
  name: string;
  /** When the phase began, in milliseconds, by performance.now(). */
  began: number;
  ended: number | undefined;
  counts: Record<Counted, number>;
}

/**
 * Counts requests, responses and deliveries for each phase of a run. A request counts for the phase in which it begins,
 * and its response for the phase in which it arrives.
 */
export class Tally {
  readonly phases: CountedPhase[] = [];

  constructor() {
    this.begin('start');
  }

  /** Ends the current phase and begins the next one. */
  begin(name: string): void {
    const now = performance.now();
    const before = this.phases.at(-1);
    if (before) before.ended = now;
    this.phases.push({ name, began: now, ended: undefined, counts: { ...nothing } });
  }

  add(what: Counted): void {
    this.phases.at(-1)!.counts[what] += 1;
  }

  /** The sum of a count over all phases. */
  total(what: Counted): number {
    return this.phases.reduce((sum, { counts }) => sum + counts[what], 0);
  }
}
