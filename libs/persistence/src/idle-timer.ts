import { AsyncResource } from 'node:async_hooks';

/** How long after the last work the pauses stay short, in milliseconds. */
const IDLE_AFTER_MS = 30_000;
/** The longest pause. An idle process takes over the work of one that died no later than this. */
export const LONGEST_PAUSE_MS = 30_000;

/** What a run found. */
export interface Found {
  /** Whether there was work, or there is some that cannot be done now. */
  isBusy: boolean;
  /** When the next work that is already known is due. */
  nextUtc?: Date;
}

interface IdleTimerOptions {
  /** Does the work once. It never rejects. */
  run: () => Promise<Found>;
  /** The pause between the end of one run and the start of the next while there is work, in milliseconds. */
  pauseMs: number;
  /** The delay of the first run, in milliseconds; default `pauseMs`. */
  firstAfterMs?: number;
  /** The clock of `nextUtc`. */
  now?: () => Date;
}

/**
 * Repeats work: with a short pause while there is some, and with growing pauses while there is none, so that an idle
 * process hardly reads the database. It runs on time for work that is due at a known time. Runs never overlap.
 */
export class IdleTimer {
  /** Runs do not belong to the request or job that woke the timer. */
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

  /** Shortens the pauses, because something happened that may have made work. */
  wake(): void {
    this.busyMs = performance.now();
    if (this.pauseMs <= this.options.pauseMs) return;
    this.pauseMs = this.options.pauseMs;
    if (this.state === 'waiting') this.schedule(Math.min(this.pauseMs, Math.max(this.nextMs - this.busyMs, 0)));
  }

  /** Starts no further run. Resolves when the current one has ended. */
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
