import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { TraceHeaders } from '@keyhaven/tracing/tracing';

/**
 * An event that is waiting to be published. It is stored in the document whose change it describes.
 */
export interface EventEntry {
  id: string;
  kind: 'event';
  /** Orders the entries of one document, including those that were moved to the spill collection. */
  seq: number;
  topic: string;
  event: ChangeEvent;
  /** The trace of the request that made the change. Present only if the trace is recorded. */
  trace?: TraceHeaders;
}

/**
 * Follow-up work of a write, done by the same service. The jobs of a document run in order, and
 * each is retried until it succeeds.
 */
export interface JobEntry {
  id: string;
  kind: 'job';
  seq: number;
  name: string;
  args: Record<string, unknown>;
  /**
   * Makes this a deciding job: the write that requested it is answered after the job has run. If the
   * job fails, the write fails with the job's error.
   */
  decides?: boolean;
  /** When the write that requested the job was made, by the database's clock. */
  asked_utc?: Date;
  /** The trace of the request that caused the job. Present only if the trace is recorded. */
  trace?: TraceHeaders;
}

export type OutboxEntry = EventEntry | JobEntry;

/**
 * The maximum number of entries that one write appends. `seq` is the revision times this number, plus the position of
 * the entry.
 */
export const ENTRIES_PER_REVISION = 1000;

/** The revision of the write that appended an entry. */
export function revisionOf({ seq }: Pick<OutboxEntry, 'seq'>): number {
  return Math.floor(seq / ENTRIES_PER_REVISION);
}

/**
 * The maximum number of entries in an outbox. If the outbox is full, the next write first moves all
 * entries to the spill collection.
 */
export const MAX_ENTRIES = 32;
/** The maximum size of an outbox, in bytes. MongoDB limits documents to 16 MB. */
export const MAX_BYTES = 2_000_000;
/**
 * How long the process that wrote a document has to drain its outbox, in milliseconds. After that,
 * a sweep of any process may take over.
 */
export const LEASE_MS = 5_000;
