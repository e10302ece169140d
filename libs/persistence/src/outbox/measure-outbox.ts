import type { Connection, Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import { LEASE_MS, type OutboxEntry } from '../outbox-entry';
import { spillModel } from './spill';

/** The backlog in the outboxes of a service, across all its processes. */
export interface OutboxMeasure {
  /** How many documents have pending events or jobs. At most MOST_COUNTED per collection. */
  documents: number;
  /** How many entries are in the spill collection, because their documents were full. */
  spilledEntries: number;
  /** The age of the oldest entry in seconds; 0 if there is none. */
  oldestSeconds: number;
}

/**
 * The maximum number of documents that are counted per collection. Counting must stay cheap,
 * because every scrape of the metrics counts the documents, even during a long outage of the bus.
 */
const MOST_COUNTED = 100_000;
/**
 * The maximum number of documents, and of spilled entries, that are searched for the oldest entry.
 * The documents are those with the earliest due times.
 */
const SAMPLE = 1000;

/** Matches documents whose outbox is not empty. The relay's index serves this query. */
const waiting = { outbox_due_utc: { $exists: true } };

type Sampled = Pick<TenantDocument, '_id' | 'outbox_due_utc' | 'outbox'>;

/** Measures the outboxes of a service's collections. */
export async function measureOutbox(
  connection: Connection,
  models: Iterable<Model<TenantDocument>>,
): Promise<OutboxMeasure> {
  const now = Date.now();
  let documents = 0;
  let oldest = now;
  for (const model of models) {
    const sample = await model
      .find(waiting, { outbox_due_utc: 1, 'outbox.event.occurred_utc': 1, 'outbox.asked_utc': 1 })
      .sort({ outbox_due_utc: 1 })
      .limit(SAMPLE)
      .lean<Sampled[]>();
    documents += sample.length < SAMPLE ? sample.length : await model.countDocuments(waiting, { limit: MOST_COUNTED });
    oldest = Math.min(oldest, ...sample.map(waitingSince));
  }
  const spill = spillModel(connection);
  // Spilled entries are read in storage order, which roughly corresponds to their age. An index for
  // this query alone would cost more than it saves.
  const spilled = await spill
    .find({}, { 'entry.event.occurred_utc': 1, 'entry.asked_utc': 1 })
    .limit(SAMPLE)
    .lean<{ entry: Partial<OutboxEntry> }[]>();
  const spilledEntries = spilled.length < SAMPLE ? spilled.length : await spill.estimatedDocumentCount();
  oldest = Math.min(oldest, ...spilled.map(({ entry }) => occurredAt(entry) ?? now));
  return { documents, spilledEntries, oldestSeconds: (now - oldest) / 1000 };
}

/**
 * Returns the time of a document's oldest entry, or the time of the latest lease if no entry has a
 * time.
 */
function waitingSince({ outbox = [], outbox_due_utc }: Sampled): number {
  const times = outbox.map(occurredAt).filter((time) => time !== undefined);
  return Math.min(...times, times.length > 0 ? Infinity : outbox_due_utc!.getTime() - LEASE_MS);
}

/** When the entry was written. */
function occurredAt(entry: Partial<OutboxEntry>): number | undefined {
  if ('event' in entry && entry.event) return Date.parse(entry.event.occurred_utc);
  return 'asked_utc' in entry ? entry.asked_utc?.getTime() : undefined;
}
