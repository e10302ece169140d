import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import { type OutboxEntry, revisionOf } from '../outbox-entry';

/** A document whose outbox is being drained, in the state in which it was read. */
export interface Draining {
  key: string;
  model: Model<TenantDocument>;
  id: number;
  userId: number;
  /** The document's revision. Undefined if the revision was not read. */
  revision: number | undefined;
  /** The unfinished entries, in order. */
  entries: OutboxEntry[];
  /**
   * The highest `seq` of the document's entries in the spill collection, which takes the entries
   * of a full outbox. Undefined if the spill collection has no entries of the document.
   */
  spilledUpTo: number | undefined;
  /**
   * The value of performance.now() when this process learned that it has the lease, or when it
   * renewed the lease most recently.
   */
  leasedAtMs: number;
  /** The ids of finished entries. */
  done: Set<string>;
}

export function drainingOf(model: Model<TenantDocument>, document: TenantDocument): Draining {
  return {
    key: `${model.collection.collectionName}/${document._id}`,
    model,
    id: document._id,
    userId: document.user_id,
    revision: document.revision,
    entries: document.outbox ?? [],
    spilledUpTo: document.outbox_spilled,
    leasedAtMs: performance.now(),
    done: new Set(),
  };
}

/**
 * Selects the entries of the writes up to the revision that was read. A later write handles its own
 * entries, because its deciding jobs (jobs that may refuse the write) must run before its events
 * are published.
 */
export function withoutLater<Entry extends OutboxEntry>(
  { revision }: Pick<Draining, 'revision'>,
  entries: readonly Entry[],
): Entry[] {
  return entries.filter((entry) => revision === undefined || revisionOf(entry) <= revision);
}

/**
 * Whether the first entry is an event. After draining, this means that the bus refused the event.
 */
export function isRefused({ entries }: Draining): boolean {
  return entries[0]?.kind === 'event';
}

/** The `seq` of the last entry. 0 if there is none. */
export function lastSeq({ entries }: Draining): number {
  return entries[entries.length - 1]?.seq ?? 0;
}
