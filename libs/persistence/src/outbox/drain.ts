import type { ChangeEvent } from '@keyhaven/events/change-event';
import { type EventBus, PublishError } from '@keyhaven/events/event-bus';
import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import { finishEntries } from './finish-entries';
import type { EventEntry, OutboxEntry, JobEntry } from './outbox-entry';
import { readSpilled, SPILL_PAGE } from './spill';

/** A document whose outbox is being told. */
export interface Draining {
  key: string;
  model: Model<TenantDocument>;
  id: number;
  userId: number;
  /** The document's revision when it was read; undefined where that was not asked for. */
  revision: number | undefined;
  /** What is still to be done, in order. */
  entries: OutboxEntry[];
  /** Up to which `seq` older entries stand in the spill collection; undefined when none do. */
  spilledUpTo: number | undefined;
  /** Ids of the entries that are done. */
  published: Set<string>;
}

export interface DrainOptions {
  bus: EventBus;
  runJob(draining: Draining, job: JobEntry): Promise<boolean>;
  published(report: { events: number; documents: number; durationMs: number; maxLagMs: number }): void;
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
    published: new Set(),
  };
}

/** Whether an event stands first that the bus did not take. */
export function isRefused({ entries }: Draining): boolean {
  return entries[0]?.kind === 'event';
}

/** The \`seq\` of the last entry; 0 when there is none. */
export function lastSeq({ entries }: Draining): number {
  return entries[entries.length - 1]?.seq ?? 0;
}

/** What became of the events of a batch. */
export interface Drained {
  /** Why the bus failed, if it did. */
  failure: string | undefined;
  /** How many events the bus took. */
  published: number;
}

/**
 * Tells the entries of the documents: events together in batches, those of a document in their order; steps where their
 * turn comes. Then it removes what is done. Where the bus does not take an event, it leaves what stands behind it.
 */
export async function drain(batch: Draining[], options: DrainOptions): Promise<Drained> {
  const spilledOf = new Map<Draining, OutboxEntry[]>();
  for (const draining of batch.filter(({ spilledUpTo }) => spilledUpTo !== undefined)) {
    const older = await readSpilled(draining.model, { _id: draining.id, user_id: draining.userId });
    spilledOf.set(draining, older);
    // A full page: the rest comes in the next pass, before what the document itself holds.
    const newer = older.length < SPILL_PAGE ? draining.entries : [];
    const known = new Set(older.map((entry) => entry.id));
    draining.entries = [...older, ...newer.filter((entry) => !known.has(entry.id))];
  }
  const drained: Drained = { failure: undefined, published: 0 };
  let open = batch;
  while (open.length > 0 && drained.failure === undefined) {
    const { failure, published } = await publishLeading(open, options);
    drained.failure = failure;
    drained.published += published;
    if (failure === undefined) open = await runLeadingJobs(open, options);
  }
  await finishEntries(
    batch.map((draining) => ({ draining, done: [...draining.published], spilled: spilledOf.get(draining) })),
  );
  return drained;
}

/** Publishes the events at the head of each document's entries. */
async function publishLeading(open: Draining[], options: DrainOptions): Promise<Drained> {
  const byTopic = new Map<string, ChangeEvent[]>();
  const documents = new Set<Draining>();
  for (const draining of open) {
    for (const entry of leadingEvents(draining)) {
      documents.add(draining);
      const events = byTopic.get(entry.topic);
      if (events) events.push(entry.event);
      else byTopic.set(entry.topic, [entry.event]);
    }
  }
  const acknowledged = new Set<string>();
  let failure: string | undefined;
  for (const [topic, events] of byTopic) {
    const started = Date.now();
    try {
      await options.bus.publish(topic, events);
      for (const event of events) acknowledged.add(event.event_id);
      const maxLagMs = Math.max(...events.map((event) => Date.now() - Date.parse(event.occurred_utc)));
      options.published({
        events: events.length,
        documents: documents.size,
        durationMs: Date.now() - started,
        maxLagMs,
      });
    } catch (error) {
      failure = String(error);
      if (error instanceof PublishError) for (const id of error.acknowledged) acknowledged.add(id);
    }
  }
  for (const draining of documents) {
    while (draining.entries[0]?.kind === 'event' && acknowledged.has(draining.entries[0].event.event_id)) {
      draining.published.add(draining.entries.shift()!.id);
    }
  }
  return { failure, published: acknowledged.size };
}

/** Runs the step that stands first in each document's entries, and answers the documents that go on behind it. */
async function runLeadingJobs(open: Draining[], options: DrainOptions): Promise<Draining[]> {
  const next: Draining[] = [];
  for (const draining of open) {
    const job = draining.entries[0];
    if (job?.kind !== 'job') continue;
    // A step that failed holds up what follows in its document; a sweep tries it again.
    if (!(await options.runJob(draining, job))) continue;
    draining.published.add(draining.entries.shift()!.id);
    if (draining.entries.length > 0) next.push(draining);
  }
  return next;
}

function leadingEvents(draining: Draining): EventEntry[] {
  const leading: EventEntry[] = [];
  for (const entry of draining.entries) {
    if (entry.kind !== 'event') break;
    leading.push(entry);
  }
  return leading;
}
