import type { ChangeEvent } from '@keyhaven/events/change-event';
import { type EventBus, PublishError } from '@keyhaven/events/event-bus';
import type { Draining } from './draining';
import { finishEntries } from './finish-entries';
import type { EventEntry, OutboxEntry, JobEntry } from './outbox-entry';
import { readSpilled, SPILL_PAGE } from './spill';

export interface DrainOptions {
  bus: EventBus;
  runJob(draining: Draining, job: JobEntry): Promise<boolean>;
  published(report: { events: number; documents: number; durationMs: number; maxLagMs: number }): void;
}

/** The result of draining a batch. */
export interface Drained {
  /** The error of the bus, if it failed. */
  failure: string | undefined;
  /** How many events the bus accepted. */
  published: number;
}

/**
 * Handles the entries of the documents, in order within each document: events of all documents together in batches,
 * jobs one by one. Then removes finished entries. Entries behind an event that the bus refuses stay.
 */
export async function drain(batch: Draining[], options: DrainOptions): Promise<Drained> {
  const spilledOf = new Map<Draining, OutboxEntry[]>();
  for (const draining of batch.filter(({ spilledUpTo }) => spilledUpTo !== undefined)) {
    const older = await readSpilled(draining.model, { _id: draining.id, user_id: draining.userId });
    spilledOf.set(draining, older);
    // A full page: the next pass takes the rest of it before the entries in the document itself.
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
    batch.map((draining) => ({ draining, done: [...draining.done], spilled: spilledOf.get(draining) })),
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
      draining.done.add(draining.entries.shift()!.id);
    }
  }
  return { failure, published: acknowledged.size };
}

/** Runs the job at the head of each document's entries. @returns the documents with further entries behind it. */
async function runLeadingJobs(open: Draining[], options: DrainOptions): Promise<Draining[]> {
  const next: Draining[] = [];
  for (const draining of open) {
    const job = draining.entries[0];
    if (job?.kind !== 'job') continue;
    // A failed job holds up the entries behind it; a sweep tries it again.
    if (!(await options.runJob(draining, job))) continue;
    draining.done.add(draining.entries.shift()!.id);
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
