import type { ChangeEvent } from '@keyhaven/events/change-event';

/** An event to be published, in the document whose change it describes. */
export interface EventEntry {
  id: string;
  kind: 'event';
  /** Orders the entries of a document, spilled ones among them. */
  seq: number;
  topic: string;
  event: ChangeEvent;
}

/** Follow-up work in the same service, run in order and as often as needed until it succeeds once. */
export interface JobEntry {
  id: string;
  kind: 'job';
  seq: number;
  name: string;
  args: Record<string, unknown>;
  /** The write that asked for the job is answered after it, and fails with its error. */
  decides?: boolean;
  /** When the write asked for it, by the database's clock. */
  asked_utc?: Date;
}

export type OutboxEntry = EventEntry | JobEntry;

/** How many entries one write may append: `seq` is the revision times this, plus the entry's position. */
export const ENTRIES_PER_REVISION = 1000;

/** The revision of the write that appended an entry. */
export function revisionOf({ seq }: Pick<OutboxEntry, 'seq'>): number {
  return Math.floor(seq / ENTRIES_PER_REVISION);
}

/** With this many entries, the next write first moves them to the spill collection. */
export const MAX_ENTRIES = 32;
/** Likewise above this size of all entries, in bytes: a document holds at most 16 MB. */
export const MAX_BYTES = 2_000_000;
/** How long the writing process has to drain the outbox before a sweep takes over, in milliseconds. */
export const LEASE_MS = 5_000;
