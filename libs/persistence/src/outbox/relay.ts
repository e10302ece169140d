import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { tracing } from '@keyhaven/tracing/tracing';
import type { Model } from 'mongoose';
import { databaseClockOf } from '../database-clock';
import { type Found, IdleTimer } from '../idle-timer';
import type { RecordSource } from '../record-source';
import { isWithinJob, outsideRepeatable } from '../repeatable-work';
import { modelOf, type TenantDocument } from '../tenant-document';
import { BatchDrain } from './batch-drain';
import { BusProbe } from './bus-probe';
import { Claims } from './claims';
import { type Draining, drainingOf } from './draining';
import { finishEntries } from './finish-entries';
import { type JobEntry, LEASE_MS } from '../outbox-entry';
import { isLeased, keepLeases, type LeaseHolder } from './keep-leases';
import { withinPass } from './pass-context';
import type { RelayOptions } from './relay-options';
import { RelayQueue } from './relay-queue';
import { DocumentBackOff } from './document-back-off';
import { readSpilledDecisions, reviveSpilled } from './spill';
import { type JobHandler, JobRunner } from './job-runner';
import { JobsDuringOutage } from './jobs-during-outage';

/** How long the relay collects writes before it publishes their events in one batch, in milliseconds. */
const GATHER_MS = 3;
/** The maximum number of queued documents that one pass drains. */
const PASS_SIZE = 500;
/**
 * The maximum number of documents that are claimed together. This is small enough to publish them
 * long before their leases expire.
 */
const CLAIM_SIZE = 200;
const SWEEP_EVERY_MS = 2000;

/**
 * Publishes the events and runs the jobs in the outboxes of a service's documents, and removes
 * finished entries. It does so immediately after each write of this process. Regular sweeps find
 * the entries that a crash left. While the bus is down, the relay probes the bus with one document
 * at a time and continues to run jobs.
 */
export class Relay {
  /** The id under which this process takes leases. */
  readonly owner = randomUUID();
  readonly generation: number;
  private readonly holder: LeaseHolder;
  private readonly jobs: JobRunner;
  private readonly outageJobs: JobsDuringOutage;
  /** The collections whose outboxes this relay drains. */
  readonly models = new Set<Model<TenantDocument>>();
  private readonly queue = new RelayQueue();
  private readonly backOff = new DocumentBackOff();
  private readonly claims: Claims;
  private readonly batches: BatchDrain;
  private readonly probe: BusProbe;
  private state: 'idle' | 'passing' | 'down' | 'stopped' = 'idle';
  private current: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private readonly sweeps: IdleTimer;
  private writeListeners: (() => void)[] = [];
  private readonly sources: RecordSource[] = [];

  constructor(private readonly options: RelayOptions) {
    const { owner, models, backOff } = this;
    this.generation = options.generation ?? 0;
    const failed = (reason: string) => options.report({ kind: 'relay_failed', reason });
    const lost = (lease: 'outbox' | 'job') => (documents: number) =>
      options.report({ kind: 'lease_lost', lease, documents });
    const holder = { owner, lost: lost('outbox') };
    this.holder = holder;
    const jobFailed: ConstructorParameters<typeof JobRunner>[0] = (failure, error) => {
      options.noteFailure?.(error);
      options.report({ kind: 'job_failed', ...failure });
    };
    const jobs = new JobRunner(jobFailed, failed, () => lost('job')(1));
    this.jobs = jobs;
    const batches = new BatchDrain(options, jobs, backOff);
    const claims = new Claims({ owner, models, backOff });
    const outageJobs = new JobsDuringOutage({ owner, models, jobs, failed });
    const isDown = () => this.state === 'down';
    const probeFailed = (error: unknown) => this.reportFailure(error);
    this.batches = batches;
    this.claims = claims;
    this.outageJobs = outageJobs;
    this.probe = new BusProbe({ holder, claims, batches, backOff, outageJobs, isDown, failed: probeFailed });
    const { sweepEveryMs: pauseMs = SWEEP_EVERY_MS, longPauseMs } = options;
    this.sweeps = new IdleTimer({ run: () => this.lookForWork(), pauseMs, longPauseMs, firstAfterMs: 0 });
    this.onWrite(() => this.wake());
  }

  /**
   * Registers a collection. The relay then drains the outboxes of the collection, and resyncs
   * republish the records of the collection. The constructor of each repository calls this method.
   * If several repositories use the same collection, resyncs use the first of them.
   */
  registerSource(source: RecordSource): void {
    this.models.add(source.model);
    const isKnown = this.sources.some(({ collection }) => collection === source.collection);
    if (!isKnown) this.sources.push(source);
  }

  /** The sources of all records that the service publishes, ordered by collection name. */
  recordSources(): readonly RecordSource[] {
    return this.sources.toSorted((a, b) => (a.collection < b.collection ? -1 : 1));
  }

  defineJob(name: string, handler: JobHandler): void {
    this.jobs.define(name, handler);
  }

  /** Registers a listener that is called after each write of this process. */
  onWrite(listener: () => void): void {
    this.writeListeners.push(listener);
  }

  /** Makes the next sweep run soon. For some time, further sweeps follow after short pauses. */
  wake(): void {
    this.sweeps.wake();
  }

  start(): void {
    this.sweeps.start();
  }

  /**
   * Runs the jobs of a document that was just written, and queues the document for publishing.
   * @throws the error of a deciding job.
   */
  async take<Document extends TenantDocument>(
    model: Model<Document>,
    document: Document,
    hasJobs: boolean,
  ): Promise<void> {
    for (const listener of this.writeListeners) listener();
    const draining = drainingOf(modelOf(model), document);
    // While the bus is down, finished jobs would stay in the outbox, and a sweep would run them
    // again. So remove them immediately.
    const options = { keepsFinished: this.state !== 'down', isAwaited: true };
    const refusal = hasJobs ? await this.jobs.runNow(draining, options) : undefined;
    this.enqueue(draining);
    if (refusal) throw refusal;
  }

  /**
   * The unfinished deciding jobs of a document's earlier writes (see outbox-entry.ts). They may
   * still undo those writes, so the next writer runs them first, by calling `decide`. Within a job
   * the result is empty, because jobs do not wait for other jobs.
   * @param document the document with its outbox, which need not contain the events.
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
   * Runs the unfinished deciding jobs of earlier writes (see outbox-entry.ts).
   * @throws the error of a job, unless the job refuses the write that requested it.
   */
  decide({ _id, user_id }: Pick<TenantDocument, '_id' | 'user_id'>, jobs: readonly JobEntry[]): Promise<void> {
    return this.jobs.decide({ id: _id, userId: user_id }, jobs);
  }

  private enqueue(draining: Draining): void {
    if (this.state === 'down' || this.state === 'stopped' || this.queue.isFull) return;
    if (this.backOff.isActive(draining.key)) return;
    this.queue.add(draining);
    this.schedule();
  }

  /**
   * Drains the queue for at most `withinMs` milliseconds, then stops. Entries that are left stay in
   * their outboxes.
   */
  async stop(withinMs = 5000): Promise<void> {
    void this.sweeps.stop();
    const end = Date.now() + withinMs;
    while (this.queue.size > 0 && this.state !== 'down' && Date.now() < end) await sleep(5);
    this.state = 'stopped';
    clearTimeout(this.timer);
    const settled = Promise.all([this.current, this.outageJobs.end()]);
    await Promise.race([settled, sleep(Math.max(end - Date.now(), 1000), undefined, { ref: false })]);
  }

  private schedule(): void {
    if (this.state !== 'idle' || this.timer) return;
    this.timer = outsideRepeatable(() =>
      setTimeout(() => {
        this.timer = undefined;
        void this.run(() => this.passQueue());
      }, GATHER_MS),
    );
  }

  /** Runs a sweep. While the bus is down, the sweep only runs jobs. */
  private async lookForWork(): Promise<Found> {
    let isBusy = this.state !== 'idle' || this.backOff.isAnyActive();
    if (this.state === 'down') this.outageJobs.begin();
    await this.run(async () => {
      if (await this.sweep()) isBusy = true;
    });
    return { isBusy: isBusy || this.state !== 'idle' };
  }

  private run(work: () => Promise<void>): Promise<void> {
    if (this.state !== 'idle') return Promise.resolve();
    this.state = 'passing';
    // A pass serves many requests, so it is not part of the trace of the request that scheduled it.
    const pass = () => withinPass(work);
    this.current = (tracing ? tracing.outside(pass) : pass())
      .then(() => {
        if (this.state !== 'passing') return;
        this.state = 'idle';
        if (this.queue.size > 0) this.schedule();
      })
      .catch((error: unknown) => {
        this.reportFailure(error);
        if (this.state === 'passing') this.state = 'idle';
        this.sweeps.wake();
      });
    return this.current;
  }

  private async passQueue(): Promise<void> {
    // Skip documents whose lease is about to end: the previous pass may have taken long, and
    // another process may have claimed them.
    await this.drainAll(this.queue.take(PASS_SIZE).filter(isLeased));
  }

  /** @returns whether any document was due. */
  private async sweep(): Promise<boolean> {
    let found = false;
    await reviveSpilled(this.models);
    for (const model of this.models) {
      for (let claimed = CLAIM_SIZE; claimed >= CLAIM_SIZE && this.state === 'passing';) {
        const batch = await this.claims.due(model, CLAIM_SIZE);
        claimed = batch.length;
        found ||= claimed > 0;
        await this.drainAll(batch);
      }
    }
    return found;
  }

  private async drainAll(batch: Draining[]): Promise<void> {
    if (batch.length === 0) return;
    const drained = await keepLeases(batch, this.holder, () => this.batches.drain(batch));
    this.queue.leaveOutDone(batch);
    const outage = await this.batches.handleRefused(batch, drained);
    if (outage !== undefined) await this.goDown(outage);
  }

  private async goDown(reason: string): Promise<void> {
    this.options.report({ kind: 'bus_failed', reason });
    // The queued documents contain finished jobs that would have been removed together with events.
    // Remove these jobs now. Otherwise a sweep would run them again.
    await finishEntries(this.queue.all().map((draining) => ({ draining, done: [...draining.done] })));
    this.queue.clear();
    if (this.state === 'stopped') return;
    this.state = 'down';
    this.current = this.recover().catch((error: unknown) => this.reportFailure(error));
  }

  /** Waits until the bus works again, then publishes the backlog. */
  private async recover(): Promise<void> {
    if (!(await this.probe.untilBack())) return;
    this.state = 'idle';
    // From now on, new writes are published. The backlog waits until `outageJobs` runs no more jobs.
    await this.outageJobs.end();
    const [model] = this.models;
    if (!model) return;
    const now = await databaseClockOf(model.db);
    // Recent writes are in the queue or will be added to it. If they were claimed here, they would
    // be published twice.
    const isOlder = { outbox_due_utc: { $lte: new Date(now().getTime() + LEASE_MS) } };
    void this.run(() => this.catchUp({ $or: [isOlder, { outbox_spilled: { $exists: true } }] }));
  }

  /**
   * Publishes what was written while the bus was down.
   * @param only an additional condition on the documents.
   */
  private async catchUp(only: Record<string, unknown>): Promise<void> {
    const claimSome = () => this.claims.ownOrDue(CLAIM_SIZE, only);
    for (let batch = await claimSome(); batch.length > 0; batch = await claimSome()) {
      await this.drainAll(batch);
      const isStuck = batch.every(({ done }) => done.size === 0) && batch.some(({ entries }) => entries.length > 0);
      // Stop if no entry could be handled or if the bus failed again. The next sweep or probe continues.
      if (isStuck || this.state !== 'passing') return;
    }
  }

  private reportFailure(error: unknown): void {
    this.options.noteFailure?.(error);
    this.options.report({ kind: 'relay_failed', reason: String(error) });
  }
}
