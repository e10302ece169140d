import { AsyncResource } from 'node:async_hooks';

/** The pauses stay short until no work was found for this long, in milliseconds. */
const IDLE_AFTER_MS = 30_000;
/**
 * The longest pause, in milliseconds. At the latest after this time, an idle process takes over the work of one that
 * died.
 */
export const LONGEST_PAUSE_MS = 30_000;

export interface Found {
  /** Whether there was work, including work that cannot be done yet. */
  isBusy: boolean;
  /** When the next known work is due. */
  nextUtc?: Date;
}

interface IdleTimerOptions {
  /** Does the work once. It never rejects. */
  run: () => Promise<Found>;
  /** The pause between two runs while there is work, in milliseconds. */
  pauseMs: number;
  /** The delay of the first run, in milliseconds. By default `pauseMs`. */
  firstAfterMs?: number;
  /** The clock that `nextUtc` is compared with. By default the clock of this process. */
  now?: () => Date;
}

/**
 * Repeats work. The pauses are short while there is work and grow while there is none, so an idle process hardly reads
 * the database. Work that is due at a known time is done on time. Runs never overlap.
 */
export class IdleTimer {
  /** Detaches the runs from the asynchronous context of the request or job that woke the timer. */
  private readonly context = new AsyncResource('IdleTimer');
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> = Promise.resolve();
  private state: 'new' | 'waiting' | 'running' | 'stopped' = 'new';
  private pauseMs: number;
  private busyMs = performance.now();
  /** When the next run begins. */
  private nextMs = 0;

  constructor(private readonly options: IdleTimerOptions) {
    this.pauseMs = options.pauseMs;
  }

  start(): void {
    this.busyMs = performance.now();
    this.schedule(this.options.firstAfterMs ?? this.options.pauseMs);
  }

  /** Returns to short pauses. Call this when something happened that may have made work. */
  wake(): void {
    this.busyMs = performance.now();
    if (this.pauseMs <= this.options.pauseMs) return;
    this.pauseMs = this.options.pauseMs;
    if (this.state === 'waiting') this.schedule(Math.min(this.pauseMs, Math.max(this.nextMs - this.busyMs, 0)));
  }

  /** Starts no more runs. Resolves when the current run has ended. */
  stop(): Promise<void> {
    this.state = 'stopped';
    clearTimeout(this.timer);
    return this.current;
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    this.state = 'waiting';
    this.nextMs = performance.now() + delayMs;
    this.timer = setTimeout(() => {
      this.state = 'running';
      this.current = this.context.runInAsyncScope(this.options.run).then((found) => {
        if (this.state !== 'stopped') this.schedule(this.pauseAfter(found));
      });
    }, delayMs).unref();
  }

  private pauseAfter({ isBusy, nextUtc }: Found): number {
    const shortest = this.options.pauseMs;
    if (isBusy) this.busyMs = performance.now();
    const isIdle = performance.now() - this.busyMs > IDLE_AFTER_MS;
    this.pauseMs = isIdle ? Math.max(shortest, Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS)) : shortest;
    if (!nextUtc) return this.pauseMs;
    const untilNext = nextUtc.getTime() - (this.options.now?.() ?? new Date()).getTime();
    return Math.min(this.pauseMs, Math.max(untilNext, shortest));
  }
}
