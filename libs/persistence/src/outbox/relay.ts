import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import { type Found, IdleTimer } from '../idle-timer';
import type { RecordSource } from '../record-source';
import { modelOf, type TenantDocument } from '../tenant-document';
import { claimDue, claimOwn, WITH_EVENT_FIRST } from './claim';
import { BatchDrain } from './batch-drain';
import { type Draining, drainingOf, lastSeq } from './draining';
import { finishEntries } from './finish-entries';
import { type JobEntry, LEASE_MS } from './outbox-entry';
import { isLeased, keepLeases } from './keep-leases';
import type { RelayOptions } from './relay-options';
import { SetAside } from './set-aside';
import { readSpilledDecisions } from './spill';
import { isWithinJob, outsideJobs, type JobHandler, JobRunner } from './job-runner';
import { JobsMeanwhile } from './jobs-meanwhile';

const passes = new AsyncLocalStorage<true>();

/** Whether the caller is part of a pass of a relay, which serves the writes of many requests. */
export function isWithinPass(): boolean {
  return passes.getStore() === true;
}

/** How long the relay collects writes before it publishes their events together, in milliseconds. */
const GATHER_MS = 3;
/** The most documents of one pass, and the most queued in memory; the sweep finds the others. */
const PASS_SIZE = 500;
const QUEUE_SIZE = 10_000;
/** The most documents that are claimed together: few enough to be published long before their leases run out. */
const CLAIM_SIZE = 200;
const SWEEP_EVERY_MS = 2000;

/**
 * Publishes the events and runs the jobs in the outboxes of a service's documents, and removes finished entries. It
 * starts right after each write of this process; a sweep finds what a crash left. After a failure of the bus it probes
 * with one document until the bus answers; jobs continue meanwhile.
 */
export class Relay {
  /** Names this process in the leases that it takes. */
  readonly owner = randomUUID();
  readonly generation: number;
  private readonly jobs: JobRunner;
  private readonly meanwhile: JobsMeanwhile;
  /** The collections whose outboxes this relay drains. */
  readonly models = new Set<Model<TenantDocument>>();
  private queue = new Map<string, Draining>();
  private readonly aside = new SetAside();
  private readonly batches: BatchDrain;
  private state: 'idle' | 'passing' | 'down' | 'stopped' = 'idle';
  private current: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private readonly sweeps: IdleTimer;
  private writeListeners: (() => void)[] = [];
  private readonly sources: RecordSource[] = [];

  constructor(private readonly options: RelayOptions) {
    const { owner, models } = this;
    this.generation = options.generation ?? 0;
    const failed = (reason: string) => options.report({ kind: 'relay_failed', reason });
    const jobs = new JobRunner((failure, error) => {
      options.noteFailure?.(error);
      options.report({ kind: 'job_failed', ...failure });
    }, failed);
    this.jobs = jobs;
    this.batches = new BatchDrain(options, jobs, this.aside);
    this.meanwhile = new JobsMeanwhile({ owner, models, jobs, failed });
    const pauseMs = options.sweepEveryMs ?? SWEEP_EVERY_MS;
    this.sweeps = new IdleTimer({ run: () => this.lookForWork(), pauseMs, firstAfterMs: 0 });
    this.onWrite(() => this.sweeps.wake());
  }

  /**
   * Registers a collection: its outboxes are published and swept, and a resync publishes its records. Called by the
   * constructor of every repository; of several repositories on one collection, the first one's records are resynced.
   */
  registerSource(source: RecordSource): void {
    this.models.add(source.model);
    const isKnown = this.sources.some(({ collection }) => collection === source.collection);
    if (!isKnown) this.sources.push(source);
  }

  /** All records that the service publishes, ordered by collection. */
  recordSources(): readonly RecordSource[] {
    return this.sources.toSorted((a, b) => (a.collection < b.collection ? -1 : 1));
  }

  defineJob(name: string, handler: JobHandler): void {
    this.jobs.define(name, handler);
  }

  /** Calls a listener after each write of this process. */
  onWrite(listener: () => void): void {
    this.writeListeners.push(listener);
  }

  /** Starts the sweep. */
  start(): void {
    this.sweeps.start();
  }

  /**
   * Queues a document that was just written, with its present outbox.
   * @throws the error of a deciding job.
   */
  async take<Document extends TenantDocument>(
    model: Model<Document>,
    document: Document,
    hasJobs: boolean,
  ): Promise<void> {
    for (const listener of this.writeListeners) listener();
    const draining = drainingOf(modelOf(model), document);
    // While the bus is down, no pass removes decided jobs soon, and a sweep would run them again.
    const refusal = hasJobs ? await this.jobs.runNow(draining, this.state !== 'down') : undefined;
    this.enqueue(draining);
    if (refusal) throw refusal;
  }

  /**
   * The jobs of a document that must still decide about an earlier write, and may undo it: the next writer runs them
   * first (`decide`). Within a job the result is empty, because jobs wait for no other job.
   * @param document its outbox included; the events may be left out.
   */
  async undecidedJobs<Document extends TenantDocument>(
    model: Model<Document>,
    document: Document,
  ): Promise<JobEntry[]> {
    if (isWithinJob()) return [];
    const spilled = document.outbox_spilled === undefined ? [] : await readSpilledDecisions(model, document);
    const present = (document.outbox ?? []).filter((entry) => entry.kind === 'job');
    return this.jobs.undecided([...spilled, ...present]);
  }

  /**
   * @throws the error that prevented a job from deciding; a refusal is the answer to the write that asked for the job.
   */
  decide({ _id, user_id }: Pick<TenantDocument, '_id' | 'user_id'>, jobs: readonly JobEntry[]): Promise<void> {
    return this.jobs.decide({ id: _id, userId: user_id }, jobs);
  }

  private enqueue(draining: Draining): void {
    if (this.state === 'down' || this.state === 'stopped' || this.queue.size >= QUEUE_SIZE) return;
    if (this.aside.isResting(draining.key)) return;
    // Answers of the database may arrive in another order than its writes; the later snapshot has all open entries.
    const queued = this.queue.get(draining.key);
    if (!queued || lastSeq(queued) <= lastSeq(draining)) this.queue.set(draining.key, draining);
    this.schedule();
  }

  /** Drains the queue for at most the given time, and stops. The rest stays in the outboxes. */
  async stop(withinMs = 5000): Promise<void> {
    void this.sweeps.stop();
    const end = Date.now() + withinMs;
    while (this.queue.size > 0 && this.state !== 'down' && Date.now() < end) await sleep(5);
    this.state = 'stopped';
    clearTimeout(this.timer);
    const settled = Promise.all([this.current, this.meanwhile.end()]);
    await Promise.race([settled, sleep(Math.max(end - Date.now(), 1000), undefined, { ref: false })]);
  }

  private schedule(): void {
    if (this.state !== 'idle' || this.timer) return;
    this.timer = outsideJobs(() =>
      setTimeout(() => {
        this.timer = undefined;
        void this.run(() => this.passQueue());
      }, GATHER_MS),
    );
  }

  /** Sweeps; while the bus is down, it only looks for jobs. */
  private async lookForWork(): Promise<Found> {
    let isBusy = this.state !== 'idle' || this.aside.isAnyResting();
    if (this.state === 'down') this.meanwhile.begin();
    await this.run(async () => {
      if (await this.sweep()) isBusy = true;
    });
    return { isBusy: isBusy || this.state !== 'idle' };
  }

  private run(work: () => Promise<void>): Promise<void> {
    if (this.state !== 'idle') return Promise.resolve();
    this.state = 'passing';
    this.current = passes
      .run(true, work)
      .then(() => {
        if (this.state !== 'passing') return;
        this.state = 'idle';
        if (this.queue.size > 0) this.schedule();
      })
      .catch((error: unknown) => {
        this.options.noteFailure?.(error);
        this.options.report({ kind: 'relay_failed', reason: String(error) });
        if (this.state === 'passing') this.state = 'idle';
        this.sweeps.wake();
      });
    return this.current;
  }

  private async passQueue(): Promise<void> {
    const batch = [...this.queue.values()].slice(0, PASS_SIZE);
    for (const draining of batch) this.queue.delete(draining.key);
    // While the pass before this one took long, a sweep of another process may have taken over the others.
    await this.drainAll(batch.filter(isLeased));
  }

  /** @returns whether anything was due. */
  private async sweep(): Promise<boolean> {
    let found = false;
    for (const model of this.models) {
      for (let claimed = CLAIM_SIZE; claimed >= CLAIM_SIZE && this.state === 'passing';) {
        const batch = await claimDue(model, this.claiming(model, CLAIM_SIZE));
        claimed = batch.length;
        found ||= claimed > 0;
        await this.drainAll(batch);
      }
    }
    return found;
  }

  private async drainAll(batch: Draining[]): Promise<void> {
    if (batch.length === 0) return;
    const drained = await keepLeases(batch, this.owner, () => this.batches.drain(batch));
    // A newer snapshot of a document may be queued; it must not repeat what this pass did.
    for (const { key, done } of batch) {
      const queued = this.queue.get(key);
      if (queued) queued.entries = queued.entries.filter((entry) => !done.has(entry.id));
    }
    const outage = await this.batches.handleRefused(batch, drained);
    if (outage !== undefined) await this.goDown(outage);
  }

  private async goDown(reason: string): Promise<void> {
    this.options.report({ kind: 'bus_failed', reason });
    // Jobs that were to be removed together with events are removed now, or a sweep would run them again.
    await finishEntries([...this.queue.values()].map((draining) => ({ draining, done: [...draining.done] })));
    this.queue = new Map();
    if (this.state === 'stopped') return;
    this.state = 'down';
    this.current = this.probe();
  }

  /** Tries one document after the other, at growing intervals, until the bus answers; then publishes the backlog. */
  private async probe(): Promise<void> {
    const inVain: Draining[] = [];
    for (let delay = 50; this.state === 'down'; delay = Math.min(delay * 2, 2000)) {
      await sleep(delay * (0.5 + Math.random()), undefined, { ref: false });
      try {
        if (!(await this.isBusBack(inVain))) continue;
        if (this.state !== 'down') return;
        for (const draining of inVain) this.aside.suspect(draining);
        this.state = 'idle';
        // New writes are published from now on; the backlog follows, each document once no pass runs a job of it.
        await this.meanwhile.end();
        // Newer writes are published from the queue, and must not be claimed before they are in it.
        const isOlder = { outbox_due_utc: { $lte: new Date(Date.now() + LEASE_MS) } };
        void this.run(() => this.catchUp({ $or: [isOlder, { outbox_spilled: { $exists: true } }] }));
        return;
      } catch (error) {
        this.options.noteFailure?.(error);
        this.options.report({ kind: 'relay_failed', reason: String(error) });
      }
    }
  }

  /** Tries the events of one document and notes it if they are refused. It runs no jobs, so it never waits for one. */
  private async isBusBack(inVain: Draining[]): Promise<boolean> {
    const waiting = await this.claimOwnOrDue(1, WITH_EVENT_FIRST);
    const { failure, published } = await this.batches.drain(waiting, () => Promise.resolve(false));
    // If the first entry is a job, nothing was published, and this says nothing about the bus.
    if (failure === undefined && (published > 0 || waiting.length === 0)) return true;
    if (failure !== undefined) inVain.push(...waiting);
    // The claim renewed its lease, so no other process runs its jobs.
    if (this.state === 'down') this.meanwhile.begin(waiting);
    return false;
  }

  /** Publishes what was written while the bus was down. @param only a condition on the documents. */
  private async catchUp(only: Record<string, unknown>): Promise<void> {
    const claimSome = () => this.claimOwnOrDue(CLAIM_SIZE, only);
    for (let batch = await claimSome(); batch.length > 0; batch = await claimSome()) {
      const before = batch.reduce((entries, draining) => entries + draining.entries.length, 0);
      await this.drainAll(batch);
      const done = batch.reduce((entries, draining) => entries + draining.done.size, 0);
      // No progress, or the bus failed again: the next sweep or probe continues.
      if (this.state !== 'passing' || (before > 0 && done === 0)) return;
    }
  }

  private async claimOwnOrDue(limit: number, only?: Record<string, unknown>): Promise<Draining[]> {
    const claimed: Draining[] = [];
    for (const model of this.models) {
      for (const claim of [claimOwn, claimDue]) {
        const room = limit - claimed.length;
        if (room > 0) claimed.push(...(await claim(model, { ...this.claiming(model, room), only })));
      }
    }
    return claimed;
  }

  private claiming(model: Model<TenantDocument>, limit: number) {
    return { owner: this.owner, limit, except: this.aside.restingIn(model.collection.collectionName) };
  }
}
