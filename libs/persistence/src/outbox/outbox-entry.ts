import type { ChangeEvent } from '@keyhaven/events/change-event';

/** An event that is still to be told, in the document whose change it tells. */
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
  /** The write that asked for it is not answered before it is done, and answers what it throws. */
  decides?: boolean;
  /** When the write asked for it, by the database's clock. */
  asked_utc?: Date;
}

export type OutboxEntry = EventEntry | JobEntry;

/** How many entries one write may append: `seq` is the revision times this, plus the entry's place. */
export const ENTRIES_PER_REVISION = 1000;

/** The revision of the write that asked for an entry. */
export function revisionOf({ seq }: Pick<OutboxEntry, 'seq'>): number {
  return Math.floor(seq / ENTRIES_PER_REVISION);
}

/** Beyond this number of entries, a write first moves what is there to the spill collection. */
export const MAX_ENTRIES = 32;
/** Beyond this size of all entries, in bytes, likewise: a document holds at most 16 MB. */
export const MAX_BYTES = 2_000_000;
/** How long a write's process has to drain the outbox before a sweep takes it over. */
export const LEASE_MS = 5_000;
