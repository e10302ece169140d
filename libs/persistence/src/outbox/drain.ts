import type { ChangeEvent } from '@keyhaven/events/change-event';
import { type EventBus, PublishError } from '@keyhaven/events/event-bus';
import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import { finishEntries } from './finish-entries';
import type { EventEntry, OutboxEntry, StepEntry } from './outbox-entry';
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
  told: Set<string>;
}

export interface DrainOptions {
  bus: EventBus;
  runStep(draining: Draining, step: StepEntry): Promise<boolean>;
  published(report: { events: number; documents: number; durationMs: number; maxLagMs: number }): void;
}

export function drainingOf(model: Model<TenantDocument>, document: TenantDocument): Draining {
  return {
    key: `${model.collection.collectionName}/${document._id}`,
    model,
    id: document._id,
    userId: document.user_id,
    revision: document.revision as number | undefined,
    entries: document.outbox ?? [],
    spilledUpTo: document.outbox_spilled,
    told: new Set(),
  };
}

/**
 * Tells the entries of the documents: events together in batches, those of a document in their order; steps where their
 * turn comes. Then it removes what is done. Answers why the bus failed, if it did.
 */
export async function drain(batch: Draining[], options: DrainOptions): Promise<string | undefined> {
  const spilledOf = new Map<Draining, OutboxEntry[]>();
  for (const draining of batch.filter(({ spilledUpTo }) => spilledUpTo !== undefined)) {
    const older = await readSpilled(draining.model, { _id: draining.id, user_id: draining.userId });
    spilledOf.set(draining, older);
    // A full page: the rest comes in the next pass, before what the document itself holds.
    const newer = older.length < SPILL_PAGE ? draining.entries : [];
    const known = new Set(older.map((entry) => entry.id));
    draining.entries = [...older, ...newer.filter((entry) => !known.has(entry.id))];
  }
  let failure: string | undefined;
  let open = batch;
  while (open.length > 0 && failure === undefined) {
    failure = await publishLeading(open, options);
    if (failure === undefined) open = await runLeadingSteps(open, options);
  }
  await finishEntries(
    batch.map((draining) => ({ draining, done: [...draining.told], spilled: spilledOf.get(draining) })),
  );
  return failure;
}

/** Publishes the events at the head of each document's entries. Answers the reason of a failure. */
async function publishLeading(open: Draining[], options: DrainOptions): Promise<string | undefined> {
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
      draining.told.add(draining.entries.shift()!.id);
    }
  }
  return failure;
}

/** Runs the step that stands first in each document's entries, and answers the documents that go on behind it. */
async function runLeadingSteps(open: Draining[], options: DrainOptions): Promise<Draining[]> {
  const next: Draining[] = [];
  for (const draining of open) {
    const step = draining.entries[0];
    if (step?.kind !== 'step') continue;
    // A step that failed holds up what follows in its document; a sweep tries it again.
    if (!(await options.runStep(draining, step))) continue;
    draining.told.add(draining.entries.shift()!.id);
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
