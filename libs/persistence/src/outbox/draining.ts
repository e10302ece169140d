import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import type { OutboxEntry } from './outbox-entry';

/** A document whose outbox is being drained, as it was read. */
export interface Draining {
  key: string;
  model: Model<TenantDocument>;
  id: number;
  userId: number;
  /** The document's revision; undefined where it was not read. */
  revision: number | undefined;
  /** The entries still to be handled, in order. */
  entries: OutboxEntry[];
  /** The highest `seq` among older entries in the spill collection; undefined when there are none. */
  spilledUpTo: number | undefined;
  /** When this process learned that it has the lease, by performance.now(). */
  leasedAtMs: number;
  /** Ids of the entries that are done. */
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

/** Whether its first entry is an event; after draining, this means that the bus refused it. */
export function isRefused({ entries }: Draining): boolean {
  return entries[0]?.kind === 'event';
}

/** The `seq` of the last entry; 0 when there is none. */
export function lastSeq({ entries }: Draining): number {
  return entries[entries.length - 1]?.seq ?? 0;
}
