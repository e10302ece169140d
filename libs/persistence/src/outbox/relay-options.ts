import type { EventBus } from '@keyhaven/events/event-bus';

/**
 * The reports of a relay for logs and metrics. `maxLagMs` is the longest time between the write of
 * an event and its acknowledgement by the bus.
 */
export type RelayReport =
  | { kind: 'published'; events: number; documents: number; durationMs: number; maxLagMs: number }
  | { kind: 'bus_failed'; reason: string }
  | { kind: 'events_refused'; documentId: number; reason: string }
  | { kind: 'job_failed'; job: string; documentId: number; reason: string }
  | { kind: 'lease_lost'; lease: 'outbox' | 'job'; documents: number }
  | { kind: 'relay_failed'; reason: string };

export interface RelayOptions {
  bus: EventBus;
  report(report: RelayReport): void;
  /** Receives the errors of the relay and of jobs, such as a full disk. */
  noteFailure?(error: unknown): void;
  /**
   * The pause between two sweeps (searches for unfinished outbox entries), in milliseconds. The
   * pauses become long while there is no work.
   */
  sweepEveryMs?: number;
  /** The pause between two sweeps of an idle process, in milliseconds. Default: the long pause of IdleTimer. */
  longPauseMs?: number;
  /**
   * The generation of the service's data, which every event contains. It is 0 until the data are
   * restored from a backup.
   */
  generation?: number;
}
