import { type EventBus, PublishError } from '@keyhaven/events/event-bus';
import { type Draining, withoutLater } from './draining';
import { finishEntries } from './finish-entries';
import type { EventEntry, OutboxEntry, JobEntry } from '../outbox-entry';
import { readSpilled, SPILL_PAGE } from './spill';
import { traceSending } from './trace-sending';

export interface DrainOptions {
  bus: EventBus;
  runJob(draining: Draining, job: JobEntry): Promise<boolean>;
  published(report: { events: number; documents: number; durationMs: number; maxLagMs: number }): void;
}

export interface Drained {
  /** The error of the bus, if it failed. */
  failure: string | undefined;
  /** How many events the bus accepted. */
  published: number;
}

/**
 * Publishes the events and runs the jobs of the documents, in order within each document. Events of
 * all documents are published in batches; jobs run one by one. Finished entries are then removed.
 * If the bus refuses an event, the event and the later entries of its document stay.
 */
export async function drain(batch: Draining[], options: DrainOptions): Promise<Drained> {
  const spilledOf = new Map<Draining, OutboxEntry[]>();
  for (const draining of batch.filter(({ spilledUpTo }) => spilledUpTo !== undefined)) {
    const page = await readSpilled(draining.model, { _id: draining.id, user_id: draining.userId });
    spilledOf.set(draining, page);
    const older = withoutLater(draining, page);
    // If the page is full, there may be more spilled entries (entries that were moved out of a full
    // document). The next pass reads them before the entries in the document.
    const newer = page.length < SPILL_PAGE ? draining.entries : [];
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

/** Publishes the events at the start of each document's outbox, up to its first job. */
async function publishLeading(open: Draining[], options: DrainOptions): Promise<Drained> {
  const byTopic = new Map<string, EventEntry[]>();
  const documents = new Set<Draining>();
  for (const draining of open) {
    for (const entry of leadingEvents(draining)) {
      documents.add(draining);
      const entries = byTopic.get(entry.topic);
      if (entries) entries.push(entry);
      else byTopic.set(entry.topic, [entry]);
    }
  }
  const acknowledged = new Set<string>();
  let failure: string | undefined;
  for (const [topic, entries] of byTopic) {
    const events = entries.map(({ event }) => event);
    const spans = traceSending(topic, entries, options.bus);
    const started = Date.now();
    try {
      await options.bus.publish(topic, events, spans?.traces);
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
    } finally {
      spans?.end(acknowledged);
    }
  }
  for (const draining of documents) {
    while (draining.entries[0]?.kind === 'event' && acknowledged.has(draining.entries[0].event.event_id)) {
      draining.done.add(draining.entries.shift()!.id);
    }
  }
  return { failure, published: acknowledged.size };
}

/**
 * Runs the job at the start of each document's outbox. @returns the documents that have entries
 * after this job.
 */
async function runLeadingJobs(open: Draining[], options: DrainOptions): Promise<Draining[]> {
  const next: Draining[] = [];
  for (const draining of open) {
    const job = draining.entries[0];
    if (job?.kind !== 'job') continue;
    // If a job fails, the later entries wait until a sweep runs the job again.
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
