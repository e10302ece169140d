import { drain, type Drained } from './drain';
import { type Draining, isRefused } from './draining';
import type { JobRunner } from './job-runner';
import type { JobEntry } from '../outbox-entry';
import type { RelayOptions } from './relay-options';
import type { DocumentBackOff } from './document-back-off';

/** If the bus refuses the events of this many documents in a row, the bus is considered down. */
const MAX_REFUSED_IN_A_ROW = 5;

type RunJob = (draining: Draining, job: JobEntry) => Promise<boolean>;

/**
 * Drains batches of documents. It distinguishes between a bus that is down and a bus that refuses
 * the events of single documents.
 */
export class BatchDrain {
  constructor(
    private readonly options: Pick<RelayOptions, 'bus' | 'report'>,
    private readonly jobs: JobRunner,
    private readonly backOff: DocumentBackOff,
  ) {}

  /** Drains each document once. Ends the back-off of documents whose events the bus accepted. */
  async drain(batch: Draining[], runJob: RunJob = this.runJob): Promise<Drained> {
    const drained = await drain(batch, {
      bus: this.options.bus,
      runJob,
      published: (report) => this.options.report({ kind: 'published', ...report }),
    });
    for (const draining of batch) if (!isRefused(draining)) this.backOff.clear(draining.key);
    return drained;
  }

  /**
   * Handles the documents of a drained batch whose events were refused. If the bus is not down,
   * these documents back off.
   * @returns the error of the bus if it is down.
   */
  async handleRefused(batch: Draining[], { failure, published }: Drained): Promise<string | undefined> {
    if (failure === undefined) return undefined;
    const refused = batch.filter(isRefused);
    const busAnswers = published > 0 || refused.every(({ key }) => this.backOff.has(key));
    if (!busAnswers) return failure;
    if (refused.length !== 1) return this.drainSingly(refused);
    await this.retryLater(refused[0]!, failure);
    return undefined;
  }

  /**
   * Drains each refused document alone, because publishing stops at the first refused event of a
   * batch.
   * @returns the error of the bus if it is down.
   */
  private async drainSingly(refused: Draining[]): Promise<string | undefined> {
    let inARow = 0;
    for (const draining of refused) {
      const { failure } = await this.drain([draining]);
      inARow = failure === undefined ? 0 : inARow + 1;
      if (failure === undefined) continue;
      if (inARow === MAX_REFUSED_IN_A_ROW) return failure;
      await this.retryLater(draining, failure);
    }
    return undefined;
  }

  /** Delays the next attempt to publish this document's events. Its jobs still run. */
  private async retryLater(draining: Draining, reason: string): Promise<void> {
    this.backOff.begin(draining);
    this.options.report({ kind: 'events_refused', documentId: draining.id, reason });
    await this.jobs.runNow(draining, { keepsFinished: false, isAwaited: false });
  }

  // Skip jobs that have run already: a sweep may find a document whose jobs have run and whose
  // events have waited for longer than a lease.
  private readonly runJob: RunJob = async (draining, job) =>
    this.jobs.isDone(job) || (await this.jobs.try(draining, job)) === undefined;
}
