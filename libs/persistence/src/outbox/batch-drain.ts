import { drain, type Drained } from './drain';
import { type Draining, isRefused } from './draining';
import type { JobRunner } from './job-runner';
import type { JobEntry } from './outbox-entry';
import type { RelayOptions } from './relay-options';
import type { SetAside } from './set-aside';

/** When this many documents in a row are refused, the bus is considered down. */
const MAX_REFUSED_IN_A_ROW = 5;

type RunJob = (draining: Draining, job: JobEntry) => Promise<boolean>;

/** Drains batches of documents, and distinguishes documents whose events the bus refuses from a bus that is down. */
export class BatchDrain {
  constructor(
    private readonly options: Pick<RelayOptions, 'bus' | 'report'>,
    private readonly jobs: JobRunner,
    private readonly aside: SetAside,
  ) {}

  /** Drains the documents once. A document whose events the bus accepted is no longer set aside. */
  async drain(batch: Draining[], runJob: RunJob = this.runJob): Promise<Drained> {
    const drained = await drain(batch, {
      bus: this.options.bus,
      runJob,
      published: (report) => this.options.report({ kind: 'published', ...report }),
    });
    for (const draining of batch) if (!isRefused(draining)) this.aside.clear(draining.key);
    return drained;
  }

  /**
   * Sets aside the documents of a drained batch whose events were refused. @returns the error of the bus if it is down.
   */
  async handleRefused(batch: Draining[], { failure, published }: Drained): Promise<string | undefined> {
    if (failure === undefined) return undefined;
    const refused = batch.filter(isRefused);
    const busAnswers = published > 0 || refused.every(({ key }) => this.aside.has(key));
    if (!busAnswers) return failure;
    if (refused.length !== 1) return this.drainSingly(refused);
    await this.setAside(refused[0]!, failure);
    return undefined;
  }

  /**
   * The events behind a refused one were not tried, so each document is tried alone. @returns the error of the bus if
   * it is down.
   */
  private async drainSingly(refused: Draining[]): Promise<string | undefined> {
    let inARow = 0;
    for (const draining of refused) {
      const { failure } = await this.drain([draining]);
      inARow = failure === undefined ? 0 : inARow + 1;
      if (failure === undefined) continue;
      if (inARow === MAX_REFUSED_IN_A_ROW) return failure;
      await this.setAside(draining, failure);
    }
    return undefined;
  }

  /** Sets a document's events aside for a while. Its jobs still run. */
  private async setAside(draining: Draining, reason: string): Promise<void> {
    this.aside.rest(draining);
    this.options.report({ kind: 'events_refused', documentId: draining.id, reason });
    await this.jobs.runNow(draining, false);
  }

  private readonly runJob: RunJob = async (draining, job) => (await this.jobs.try(draining, job)) === undefined;
}
