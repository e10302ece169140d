import type { Connection, Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import { LEASE_MS, type OutboxEntry } from './outbox-entry';
import { spillModel } from './spill';

/** What waits in the outboxes of a service, written by whichever of its processes. */
export interface OutboxMeasure {
  /** Documents with entries that are still to be published or done; no more than MOST_COUNTED a collection. */
  documents: number;
  /** Entries that their documents had no room for. */
  spilledEntries: number;
  /** How long the oldest of them has waited; 0 when nothing waits. */
  oldestSeconds: number;
}

/** More are not counted: it is read with every scrape, also in a long outage of the bus. */
const MOST_COUNTED = 100_000;
/** So many documents, those that were leased longest ago, and as many spilled entries are looked at for the oldest. */
const SAMPLE = 1000;

/** The relay's own index answers this: documents that have something in their outbox. */
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
  // In the order in which they were stored, as far as the database keeps it: no query but this one needs an index for it.
  const spilled = await spill
    .find({}, { 'entry.event.occurred_utc': 1, 'entry.asked_utc': 1 })
    .limit(SAMPLE)
    .lean<{ entry: Partial<OutboxEntry> }[]>();
  const spilledEntries = spilled.length < SAMPLE ? spilled.length : await spill.estimatedDocumentCount();
  oldest = Math.min(oldest, ...spilled.map(({ entry }) => occurredAt(entry) ?? now));
  return { documents, spilledEntries, oldestSeconds: (now - oldest) / 1000 };
}

/** Since when a document has entries that wait: its oldest one, or where none has a time, when it was last leased. */
function waitingSince({ outbox = [], outbox_due_utc }: Sampled): number {
  const times = outbox.map(occurredAt).filter((time) => time !== undefined);
  return Math.min(...times, times.length > 0 ? Infinity : outbox_due_utc!.getTime() - LEASE_MS);
}

/** When the write was made that an entry publishes, or that asked for it. */
function occurredAt(entry: Partial<OutboxEntry>): number | undefined {
  if ('event' in entry && entry.event) return Date.parse(entry.event.occurred_utc);
  return 'asked_utc' in entry ? entry.asked_utc?.getTime() : undefined;
}
