import { AsyncResource } from 'node:async_hooks';

/**
 * The pauses become long when no work was found for this time, in milliseconds. This time is at least
 * as long as the leases of outboxes and resyncs. So a process that was started after a crash takes
 * over the work of the crashed process before its pauses become long.
 */
const IDLE_AFTER_MS = 30_000;
/**
 * The default length of the long pauses, in milliseconds. An idle process takes over the work of a
 * dead process within this time.
 */
export const LONG_PAUSE_MS = 30_000;

export interface Found {
  /** Whether there was work, including work that cannot be done yet. */
  isBusy: boolean;
  /** When the next known work is due. Undefined if no work is known. */
  nextUtc?: Date;
}

interface IdleTimerOptions {
  /** Does the work once. The promise never rejects. */
  run: () => Promise<Found>;
  /** The pause between two runs while there is work, in milliseconds. */
  pauseMs: number;
  /** The delay of the first run, in milliseconds. By default `pauseMs`. */
  firstAfterMs?: number;
  /** The pause between two runs of an idle process, in milliseconds. */
  longPauseMs?: number;
  /** The clock of `nextUtc`. Defaults to the clock of this process. */
  now?: () => Date;
}

/**
 * Runs work repeatedly. The pauses are short while there is work, and long after some time without
 * work, so an idle process rarely reads the database. Work that is due at a known time runs on time.
 * Runs never overlap.
 */
export class IdleTimer {
  /** Detaches a run from the asynchronous context of the request or job that woke the timer. */
  private readonly context = new AsyncResource('IdleTimer');
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> = Promise.resolve();
  private state: 'new' | 'waiting' | 'running' | 'stopped' = 'new';
  private pauseMs: number;
  private busyMs = performance.now();
  /** When the next run starts. */
  private nextMs = 0;

  constructor(private readonly options: IdleTimerOptions) {
    this.pauseMs = options.pauseMs;
  }

  start(): void {
    this.busyMs = performance.now();
    this.schedule(this.options.firstAfterMs ?? this.options.pauseMs);
  }

  /** Makes the pauses short again. Call this after something that may have created work. */
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
    const { pauseMs: short, longPauseMs: long = LONG_PAUSE_MS } = this.options;
    if (isBusy) this.busyMs = performance.now();
    const isIdle = performance.now() - this.busyMs > IDLE_AFTER_MS;
    this.pauseMs = isIdle ? Math.max(short, long) : short;
    if (!nextUtc) return this.pauseMs;
    const untilNext = nextUtc.getTime() - (this.options.now?.() ?? new Date()).getTime();
    return Math.min(this.pauseMs, Math.max(untilNext, short));
  }
}
