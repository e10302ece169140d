import { randomBytes } from 'node:crypto';
import { MAX_REPORTED_COUNTS, type ReportedCounts, type TotalCounts } from '@keyhaven/contracts/identity/shared-counts';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../observability/logger';
import type { Worker } from '../worker';

/** The maximum number of keys. When there are more, the least recently used ones are removed. */
const MAX_KEYS = 100_000;
/** How long a small change may wait before it is reported, in milliseconds. */
const REPORT_AFTER_MS = 1000;
/** The minimum time between two reports, in milliseconds. */
const PAUSE_MS = 100;
/**
 * A change is large if it is at least this fraction of the limit. A large change is reported as
 * soon as PAUSE_MS allows.
 */
const URGENT_PART = 0.05;

/** The maximum length of a key, in characters. Longer keys are truncated. */
const MAX_KEY = 100;

interface SharedCountsOptions {
  /** The length of a window, in milliseconds. */
  windowMs: number;
  /**
   * Sends what this process has counted to a store, and returns the totals of all processes.
   * Omitted if there is only one process.
   */
  report?: (counts: ReportedCounts) => Promise<TotalCounts>;
  logger: Logger;
  /** Returns the time in milliseconds, by a clock that is never set back. */
  now?: () => number;
}

/** The count of a key in all processes, as far as this process knows. */
export interface Counted {
  points: number;
  /** Milliseconds until the window ends. */
  msLeft: number;
}

interface Count {
  /** The points that this process has counted. */
  own: number;
  /** The points of `own` that have been reported. */
  reported: number;
  /** The points that other processes had counted at the last report. */
  others: number;
  endsAt: number;
}

/**
 * Counts points by key and time window, together with other processes. Each process counts
 * immediately, and reports its changes in batches. The store replies with the totals of all
 * processes. A large change (URGENT_PART) is reported within 100 ms, other changes
 * within a second. While reports fail, each process counts alone.
 */
export class SharedCounts implements Worker {
  private readonly process = randomBytes(8).toString('hex');
  /**
   * The number of entries is limited by `maxSize` instead of `max`, with which lru-cache would
   * allocate all entries in advance.
   */
  private readonly counts = new LRUCache<string, Count>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });
  private readonly changed = new Set<string>();
  private readonly now: () => number;
  private timer: NodeJS.Timeout | undefined;
  private timerAt = Infinity;
  private earliest = 0;
  private reporting: Promise<void> | undefined;
  private isAway = false;
  private isClosed = false;

  constructor(private readonly options: SharedCountsOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /**
   * Adds points to the count of a key. A window begins with its first point.
   * @param limit the limit for the key. URGENT_PART depends on it. After the reported count exceeds
   *   the limit, no more changes of the key are reported.
   */
  add(name: string, limit: number, points = 1): Counted {
    const now = this.now();
    const key = name.slice(0, MAX_KEY);
    let count = this.counts.get(key);
    if (!count || count.endsAt <= now) {
      count = { own: 0, reported: 0, others: 0, endsAt: now + this.options.windowMs };
      this.counts.set(key, count);
    }
    count.own += points;
    if (points > 0) this.noteChange(key, count, limit);
    return { points: count.own + count.others, msLeft: count.endsAt - now };
  }

  /** Returns the count of a key; undefined if nothing was counted in the current window. */
  get(name: string): Counted | undefined {
    const count = this.counts.get(name.slice(0, MAX_KEY));
    const msLeft = (count?.endsAt ?? 0) - this.now();
    return count && msLeft > 0 ? { points: count.own + count.others, msLeft } : undefined;
  }

  /** Does nothing, because the first change starts the reports. */
  start(): void {}

  /** Stops reporting, and waits for a report in progress. */
  async stop(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.reporting;
  }

  private noteChange(key: string, count: Count, limit: number): void {
    // If the reported count exceeds the limit, all processes refuse the key. Further reports
    // would change nothing.
    if (!this.options.report || this.isClosed || count.reported + count.others > limit) return;
    this.changed.add(key);
    const isUrgent = !this.isAway && count.own - count.reported >= limit * URGENT_PART;
    this.reportWithin(isUrgent ? 0 : REPORT_AFTER_MS);
  }

  private reportWithin(ms: number): void {
    if (this.reporting || this.isClosed) return;
    const at = Math.max(performance.now() + ms, this.earliest);
    if (at >= this.timerAt) return;
    clearTimeout(this.timer);
    this.timerAt = at;
    this.timer = setTimeout(() => this.startReport(), at - performance.now()).unref();
  }

  private startReport(): void {
    this.timerAt = Infinity;
    this.reporting = this.reportChanges().then(() => {
      this.reporting = undefined;
      this.earliest = performance.now() + PAUSE_MS;
      if (this.changed.size > 0) this.reportWithin(this.isAway ? REPORT_AFTER_MS : 0);
    });
  }

  private async reportChanges(): Promise<void> {
    const sent = this.takeChanges();
    try {
      if (sent.size > 0)
        this.learn(sent, await this.options.report!({ process: this.process, counts: this.describe(sent) }));
      this.isAway = false;
    } catch (error) {
      if (!this.isAway)
        this.options.logger.warn({ err: error }, 'counts could not be shared; each process counts alone');
      this.isAway = true;
      for (const [key, { count }] of sent) if (count.endsAt > this.now()) this.changed.add(key);
    }
  }

  /**
   * Removes the next batch from `changed`, and returns it with the current counts. Skips counts
   * whose window has ended.
   */
  private takeChanges(): Map<string, { count: Count; own: number }> {
    const taken = new Map<string, { count: Count; own: number }>();
    for (const key of this.changed) {
      if (taken.size === MAX_REPORTED_COUNTS) break;
      this.changed.delete(key);
      const count = this.counts.peek(key);
      if (count && count.endsAt > this.now()) taken.set(key, { count, own: count.own });
    }
    return taken;
  }

  private describe(sent: ReadonlyMap<string, { count: Count; own: number }>): ReportedCounts['counts'] {
    return [...sent].map(([key, { count, own }]) => ({
      key,
      points: own,
      ms_left: Math.max(Math.ceil(count.endsAt - this.now()), 0),
    }));
  }

  private learn(sent: ReadonlyMap<string, { count: Count; own: number }>, { counts }: TotalCounts): void {
    for (const { key, points, ms_left } of counts) {
      const { count, own } = sent.get(key) ?? {};
      if (!count || own === undefined) continue;
      count.reported = own;
      count.others = Math.max(points - own, 0);
      count.endsAt = this.now() + ms_left;
    }
  }
}
