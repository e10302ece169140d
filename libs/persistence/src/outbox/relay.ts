import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBus } from '@keyhaven/events/event-bus';
import type { Model } from 'mongoose';
import type { RecordSource } from '../record-source';
import type { TenantDocument } from '../tenant-document';
import { claimDue, claimOwn } from './claim';
import { drain, type Draining, drainingOf } from './drain';
import type { StepEntry } from './outbox-entry';
import { SetAside } from './set-aside';
import { readSpilledDecisions } from './spill';
import { isWithinStep, outsideSteps, type StepHandler, StepRunner } from './step-runner';

/** What a relay tells of its work, for logs and metrics. Lag is from the commit to the acknowledgement by the bus. */
export type RelayReport =
  | { kind: 'published'; events: number; documents: number; durationMs: number; maxLagMs: number }
  | { kind: 'bus_failed'; reason: string }
  | { kind: 'events_refused'; documentId: number; reason: string }
  | { kind: 'step_failed'; step: string; documentId: number; reason: string }
  | { kind: 'relay_failed'; reason: string };

export interface RelayOptions {
  bus: EventBus;
  report(report: RelayReport): void;
  /** How often what others left behind is looked for. */
  sweepEveryMs?: number;
  /** The generation of the service's data, which every event carries; 0 unless it was restored from a backup. */
  generation?: number;
}

/** How long writes are gathered before they are told together. */
const GATHER_MS = 3;
/** The most documents of one pass, and the most that wait in memory; beyond it the outbox itself is the queue. */
const PASS_SIZE = 500;
const QUEUE_SIZE = 10_000;
/** So many documents refused one after the other mean that it is the bus. */
const MAX_REFUSED_IN_A_ROW = 5;

/**
 * Tells what the outboxes of a service's documents hold, and removes what is done: what this process wrote at once, and
 * by a sweep what a crash left. After a failure of the bus it probes with one document until the bus answers.
 */
export class Relay {
  /** Names this process in the leases that it takes. */
  readonly owner = randomUUID();
  readonly generation: number;
  private readonly steps: StepRunner;
  private readonly models = new Set<Model<TenantDocument>>();
  private queue = new Map<string, Draining>();
  private readonly aside = new SetAside();
  private state: 'idle' | 'passing' | 'down' | 'stopped' = 'idle';
  private current: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private sweeper: NodeJS.Timeout | undefined;
  private readonly sources: RecordSource[] = [];

  constructor(private readonly options: RelayOptions) {
    this.generation = options.generation ?? 0;
    this.steps = new StepRunner((failure) => options.report({ kind: 'step_failed', ...failure }));
  }

  /** Notes whose changes are told here: a resync tells the same records, those of one collection once. */
  tellsOf(source: RecordSource): void {
    const isKnown = this.sources.some(({ collection }) => collection === source.collection);
    if (!isKnown) this.sources.push(source);
  }

  /** All records that the service tells of, by collection. */
  recordSources(): readonly RecordSource[] {
    return this.sources.toSorted((a, b) => (a.collection < b.collection ? -1 : 1));
  }

  /** Makes the relay responsible for a collection. */
  watch<Document extends TenantDocument>(model: Model<Document>): void {
    this.models.add(model as unknown as Model<TenantDocument>);
  }

  defineStep(name: string, handler: StepHandler): void {
    this.steps.define(name, handler);
  }

  /** Begins to look for what others left behind. */
  start(): void {
    this.sweeper = setInterval(() => this.wake(), this.options.sweepEveryMs ?? 2000);
    this.sweeper.unref();
    this.wake();
  }

  /**
   * Takes over a document that was just written, with the outbox that it has now.
   * @throws what a deciding step threw.
   */
  async take<Document extends TenantDocument>(
    model: Model<Document>,
    document: Document,
    hasSteps: boolean,
  ): Promise<void> {
    const draining = drainingOf(model as unknown as Model<TenantDocument>, document);
    const refusal = hasSteps ? await this.steps.runNow(draining) : undefined;
    this.enqueue(draining);
    if (refusal) throw refusal;
  }

  /**
   * The steps of a document that have still to decide about an earlier write of it: whoever writes next lets them do so
   * first (`decide`), for they may take that write back. Steps themselves wait for none.
   * @param document its outbox included; the events may be left out.
   */
  async undecidedSteps<Document extends TenantDocument>(
    model: Model<Document>,
    document: Document,
  ): Promise<StepEntry[]> {
    if (isWithinStep()) return [];
    const spilled = document.outbox_spilled === undefined ? [] : await readSpilledDecisions(model, document);
    const present = (document.outbox ?? []).filter((entry) => entry.kind === 'step');
    return this.steps.undecided([...spilled, ...present]);
  }

  /** @throws what kept one of the steps from deciding; what they refuse is answered to whoever wrote. */
  decide({ _id, user_id }: Pick<TenantDocument, '_id' | 'user_id'>, steps: readonly StepEntry[]): Promise<void> {
    return this.steps.decide({ id: _id, userId: user_id }, steps);
  }

  private enqueue(draining: Draining): void {
    if (this.state === 'down' || this.state === 'stopped' || this.queue.size >= QUEUE_SIZE) return;
    if (this.aside.isResting(draining.key)) return;
    // Answers of the database may come in another order than its writes: the later snapshot has all that is open.
    const queued = this.queue.get(draining.key);
    if (!queued || lastSeq(queued) <= lastSeq(draining)) this.queue.set(draining.key, draining);
    this.schedule();
  }

  /** Tells what is in the queue, for at most the given time, and stops. What is left stays in the outboxes. */
  async stop(withinMs = 5000): Promise<void> {
    clearInterval(this.sweeper);
    const end = Date.now() + withinMs;
    while (this.queue.size > 0 && this.state !== 'down' && Date.now() < end) await sleep(5);
    this.state = 'stopped';
    clearTimeout(this.timer);
    await Promise.race([this.current, sleep(Math.max(end - Date.now(), 1000), undefined, { ref: false })]);
  }

  private schedule(): void {
    if (this.state !== 'idle' || this.timer) return;
    this.timer = outsideSteps(() =>
      setTimeout(() => {
        this.timer = undefined;
        this.run(() => this.passQueue());
      }, GATHER_MS),
    );
  }

  private wake(): void {
    if (this.state === 'idle') this.run(() => this.sweep());
  }

  private run(work: () => Promise<void>): void {
    if (this.state !== 'idle') return;
    this.state = 'passing';
    this.current = work()
      .then(() => {
        if (this.state !== 'passing') return;
        this.state = 'idle';
        if (this.queue.size > 0) this.schedule();
      })
      .catch((error: unknown) => {
        this.options.report({ kind: 'relay_failed', reason: String(error) });
        if (this.state === 'passing') this.state = 'idle';
      });
  }

  private async passQueue(): Promise<void> {
    const batch = [...this.queue.values()].slice(0, PASS_SIZE);
    for (const draining of batch) this.queue.delete(draining.key);
    await this.drainAll(batch);
  }

  private async sweep(): Promise<void> {
    for (const model of this.models) {
      for (let claimed = PASS_SIZE; claimed >= PASS_SIZE && this.state === 'passing';) {
        const batch = await claimDue(model, this.owner, PASS_SIZE, this.restingIn(model));
        claimed = batch.length;
        await this.drainAll(batch);
      }
    }
  }

  private async drainAll(batch: Draining[]): Promise<void> {
    if (batch.length === 0) return;
    const failure = await this.drainOnce(batch);
    // What was written meanwhile has a newer snapshot in the queue; what this pass told need not be told again.
    for (const { key, told } of batch) {
      const queued = this.queue.get(key);
      if (queued) queued.entries = queued.entries.filter((entry) => !told.has(entry.id));
    }
    if (failure === undefined) return;
    const refused = batch.filter(isRefused);
    const busAnswers = batch.some(({ told }) => told.size > 0) || refused.every(({ key }) => this.aside.has(key));
    if (!busAnswers) this.goDown(failure);
    else if (refused.length === 1) this.setAside(refused[0]!, failure);
    else await this.drainSingly(refused);
  }

  /** What stood behind a refused event was not tried: each document by itself tells whose events are refused. */
  private async drainSingly(refused: Draining[]): Promise<void> {
    let inARow = 0;
    for (const draining of refused) {
      const failure = await this.drainOnce([draining]);
      inARow = failure === undefined ? 0 : inARow + 1;
      if (failure === undefined) continue;
      if (inARow === MAX_REFUSED_IN_A_ROW) return this.goDown(failure);
      this.setAside(draining, failure);
    }
  }

  private setAside(draining: Draining, reason: string): void {
    this.aside.rest(draining);
    this.options.report({ kind: 'events_refused', documentId: draining.id, reason });
  }

  /** Drains once; documents whose events the bus took are set aside no more. Answers why the bus failed, if it did. */
  private async drainOnce(batch: Draining[]): Promise<string | undefined> {
    const failure = await drain(batch, {
      bus: this.options.bus,
      runStep: async (draining, step) => (await this.steps.try(draining, step)) === undefined,
      published: (report) => this.options.report({ kind: 'published', ...report }),
    });
    for (const draining of batch) if (!isRefused(draining)) this.aside.clear(draining.key);
    return failure;
  }

  private goDown(reason: string): void {
    this.options.report({ kind: 'bus_failed', reason });
    this.queue = new Map();
    if (this.state === 'stopped') return;
    this.state = 'down';
    this.current = this.probe();
  }

  /** Tries one document after the other, less and less often, until the bus answers; then tells all that waits. */
  private async probe(): Promise<void> {
    const inVain: Draining[] = [];
    for (let delay = 50; this.state === 'down'; delay = Math.min(delay * 2, 2000)) {
      await sleep(delay * (0.5 + Math.random()), undefined, { ref: false });
      try {
        const waiting = await this.claimOwnOrDue(1);
        if ((await this.drainOnce(waiting)) !== undefined) {
          inVain.push(...waiting);
          continue;
        }
        if (this.state !== 'down') return;
        for (const draining of inVain) this.aside.suspect(draining);
        this.state = 'idle';
        this.run(() => this.catchUp());
        return;
      } catch (error) {
        this.options.report({ kind: 'relay_failed', reason: String(error) });
      }
    }
  }

  private async catchUp(): Promise<void> {
    for (
      let batch = await this.claimOwnOrDue(PASS_SIZE);
      batch.length > 0;
      batch = await this.claimOwnOrDue(PASS_SIZE)
    ) {
      const before = batch.reduce((entries, draining) => entries + draining.entries.length, 0);
      await this.drainAll(batch);
      const told = batch.reduce((entries, draining) => entries + draining.told.size, 0);
      // Nothing moved, or the bus failed again: the next sweep or probe goes on.
      if (this.state !== 'passing' || (before > 0 && told === 0)) return;
    }
  }

  private async claimOwnOrDue(limit: number): Promise<Draining[]> {
    const claimed: Draining[] = [];
    for (const model of this.models) {
      for (const claim of [claimOwn, claimDue]) {
        const room = limit - claimed.length;
        if (room > 0) claimed.push(...(await claim(model, this.owner, room, this.restingIn(model))));
      }
    }
    return claimed;
  }

  private restingIn(model: Model<TenantDocument>): number[] {
    return this.aside.restingIn(model.collection.collectionName);
  }
}

/** Whether an event stands first that the bus did not take. */
function isRefused({ entries }: Draining): boolean {
  return entries[0]?.kind === 'event';
}

function lastSeq({ entries }: Draining): number {
  return entries[entries.length - 1]?.seq ?? 0;
}
