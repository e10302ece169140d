import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { RecordSource } from '../record-source';
import { modelOf, type TenantDocument } from '../tenant-document';
import { claimDue, claimOwn, WITH_EVENT_FIRST } from './claim';
import { drain, type Drained, type Draining, drainingOf, isRefused, lastSeq } from './drain';
import { finishEntries } from './finish-entries';
import type { JobEntry } from './outbox-entry';
import type { RelayOptions } from './relay-options';
import { SetAside } from './set-aside';
import { readSpilledDecisions } from './spill';
import { isWithinJob, outsideJobs, type JobHandler, JobRunner } from './job-runner';
import { JobsMeanwhile } from './jobs-meanwhile';

/** How long writes are gathered before they are told together. */
const GATHER_MS = 3;
/** The most documents of one pass, and the most that wait in memory; beyond it the outbox itself is the queue. */
const PASS_SIZE = 500;
const QUEUE_SIZE = 10_000;
/** So many documents refused one after the other mean that it is the bus. */
const MAX_REFUSED_IN_A_ROW = 5;

/**
 * Tells what the outboxes of a service's documents hold, and removes what is done: what this process wrote at once, and
 * by a sweep what a crash left. After a failure of the bus it probes with one document until the bus answers; steps go
 * on meanwhile.
 */
export class Relay {
  /** Names this process in the leases that it takes. */
  readonly owner = randomUUID();
  readonly generation: number;
  private readonly jobs: JobRunner;
  private readonly meanwhile: JobsMeanwhile;
  /** The collections that the relay is responsible for. */
  readonly models = new Set<Model<TenantDocument>>();
  private queue = new Map<string, Draining>();
  private readonly aside = new SetAside();
  private state: 'idle' | 'passing' | 'down' | 'stopped' = 'idle';
  private current: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private sweeper: NodeJS.Timeout | undefined;
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
    this.meanwhile = new JobsMeanwhile({ owner, models, jobs, failed });
  }

  /**
   * Takes charge of a collection: its outboxes are published and swept, and a resync publishes its records. Called by the
   * constructor of every repository; of several repositories on one collection, the first one's records are resynced.
   */
  registerSource(source: RecordSource): void {
    this.models.add(source.model);
    const isKnown = this.sources.some(({ collection }) => collection === source.collection);
    if (!isKnown) this.sources.push(source);
  }

  /** All records that the service tells of, by collection. */
  recordSources(): readonly RecordSource[] {
    return this.sources.toSorted((a, b) => (a.collection < b.collection ? -1 : 1));
  }

  defineJob(name: string, handler: JobHandler): void {
    this.jobs.define(name, handler);
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
    hasJobs: boolean,
  ): Promise<void> {
    const draining = drainingOf(modelOf(model), document);
    // While the bus is away nothing soon removes what was decided, and a sweep would do it again.
    const refusal = hasJobs ? await this.jobs.runNow(draining, this.state !== 'down') : undefined;
    this.enqueue(draining);
    if (refusal) throw refusal;
  }

  /**
   * The steps of a document that have still to decide about an earlier write of it: whoever writes next lets them do so
   * first (`decide`), for they may take that write back. Steps themselves wait for none.
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

  /** @throws what kept one of the steps from deciding; what they refuse is answered to whoever wrote. */
  decide({ _id, user_id }: Pick<TenantDocument, '_id' | 'user_id'>, jobs: readonly JobEntry[]): Promise<void> {
    return this.jobs.decide({ id: _id, userId: user_id }, jobs);
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
    const settled = Promise.all([this.current, this.meanwhile.end()]);
    await Promise.race([settled, sleep(Math.max(end - Date.now(), 1000), undefined, { ref: false })]);
  }

  private schedule(): void {
    if (this.state !== 'idle' || this.timer) return;
    this.timer = outsideJobs(() =>
      setTimeout(() => {
        this.timer = undefined;
        this.run(() => this.passQueue());
      }, GATHER_MS),
    );
  }

  private wake(): void {
    if (this.state === 'idle') this.run(() => this.sweep());
    else if (this.state === 'down') this.meanwhile.begin();
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
        this.options.noteFailure?.(error);
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
        const batch = await claimDue(model, this.claiming(model, PASS_SIZE));
        claimed = batch.length;
        await this.drainAll(batch);
      }
    }
  }

  private async drainAll(batch: Draining[]): Promise<void> {
    if (batch.length === 0) return;
    const { failure, published } = await this.drainOnce(batch);
    // What was written meanwhile has a newer snapshot in the queue; what this pass told need not be told again.
    for (const { key, published } of batch) {
      const queued = this.queue.get(key);
      if (queued) queued.entries = queued.entries.filter((entry) => !published.has(entry.id));
    }
    if (failure === undefined) return;
    const refused = batch.filter(isRefused);
    const busAnswers = published > 0 || refused.every(({ key }) => this.aside.has(key));
    if (!busAnswers) await this.goDown(failure);
    else if (refused.length === 1) await this.setAside(refused[0]!, failure);
    else await this.drainSingly(refused);
  }

  /** What stood behind a refused event was not tried: each document by itself tells whose events are refused. */
  private async drainSingly(refused: Draining[]): Promise<void> {
    let inARow = 0;
    for (const draining of refused) {
      const { failure } = await this.drainOnce([draining]);
      inARow = failure === undefined ? 0 : inARow + 1;
      if (failure === undefined) continue;
      if (inARow === MAX_REFUSED_IN_A_ROW) return this.goDown(failure);
      await this.setAside(draining, failure);
    }
  }

  /** Lets a document's events rest. Its steps do not wait for them. */
  private async setAside(draining: Draining, reason: string): Promise<void> {
    this.aside.rest(draining);
    this.options.report({ kind: 'events_refused', documentId: draining.id, reason });
    await this.jobs.runNow(draining, false);
  }

  /** Drains once; documents whose events the bus took are set aside no more. */
  private async drainOnce(batch: Draining[], runJob = this.runJob): Promise<Drained> {
    const drained = await drain(batch, {
      bus: this.options.bus,
      runJob,
      published: (report) => this.options.report({ kind: 'published', ...report }),
    });
    for (const draining of batch) if (!isRefused(draining)) this.aside.clear(draining.key);
    return drained;
  }

  private readonly runJob = async (draining: Draining, job: JobEntry): Promise<boolean> =>
    (await this.jobs.try(draining, job)) === undefined;

  private async goDown(reason: string): Promise<void> {
    this.options.report({ kind: 'bus_failed', reason });
    // What was to be removed with the events is so now: a sweep would do it again.
    await finishEntries([...this.queue.values()].map((draining) => ({ draining, done: [...draining.published] })));
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
        if (!(await this.isBusBack(inVain))) continue;
        if (this.state !== 'down') return;
        for (const draining of inVain) this.aside.suspect(draining);
        this.state = 'idle';
        // What is written now is told at once; what waited, when nobody does a step of it any more.
        await this.meanwhile.end();
        this.run(() => this.catchUp());
        return;
      } catch (error) {
        this.options.noteFailure?.(error);
        this.options.report({ kind: 'relay_failed', reason: String(error) });
      }
    }
  }

  /** Tries the events of one document, and notes it when that was in vain. Its steps wait, so that it waits for none. */
  private async isBusBack(inVain: Draining[]): Promise<boolean> {
    const waiting = await this.claimOwnOrDue(1, WITH_EVENT_FIRST);
    const { failure, published } = await this.drainOnce(waiting, () => Promise.resolve(false));
    // Where a step stands first, the bus was asked nothing.
    if (failure === undefined && (published > 0 || waiting.length === 0)) return true;
    if (failure !== undefined) inVain.push(...waiting);
    // Its lease was renewed: nobody else does its steps.
    if (this.state === 'down') this.meanwhile.begin(waiting);
    return false;
  }

  private async catchUp(): Promise<void> {
    for (
      let batch = await this.claimOwnOrDue(PASS_SIZE);
      batch.length > 0;
      batch = await this.claimOwnOrDue(PASS_SIZE)
    ) {
      const before = batch.reduce((entries, draining) => entries + draining.entries.length, 0);
      await this.drainAll(batch);
      const published = batch.reduce((entries, draining) => entries + draining.published.size, 0);
      // Nothing moved, or the bus failed again: the next sweep or probe goes on.
      if (this.state !== 'passing' || (before > 0 && published === 0)) return;
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
