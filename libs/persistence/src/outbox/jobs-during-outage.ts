import type { Model } from 'mongoose';
import type { TenantDocument } from '../tenant-document';
import { claimDueJobs } from './claim';
import type { Draining } from './draining';
import type { JobRunner } from './job-runner';

/**
 * The maximum number of documents of one collection that are claimed together. This is small enough
 * that their jobs run before their leases expire.
 */
const PASS_SIZE = 50;

interface JobsDuringOutageOptions {
  /** The id under which this process takes leases. */
  owner: string;
  models: Iterable<Model<TenantDocument>>;
  jobs: JobRunner;
  failed(reason: string): void;
}

/**
 * Runs jobs while the bus is down, because jobs do not need the bus. It runs one pass at a time, in
 * parallel to the probe of the bus, and publishes nothing.
 */
export class JobsDuringOutage {
  private pass: Promise<void> | undefined;
  private isWanted = false;
  /** Documents that the probe has claimed for this process, by key. */
  private readonly claimed = new Map<string, Draining>();

  constructor(private readonly options: JobsDuringOutageOptions) {}

  /**
   * Starts a pass over the documents that are due, unless a pass is already running.
   * @param claimed documents that this process has already claimed. Their jobs run first.
   */
  begin(claimed: readonly Draining[] = []): void {
    for (const draining of claimed) this.claimed.set(draining.key, draining);
    this.isWanted = true;
    this.pass ??= this.run()
      .catch((error: unknown) => this.options.failed(String(error)))
      .finally(() => (this.pass = undefined));
  }

  /** Starts no more jobs. Resolves when the running job has ended. */
  async end(): Promise<void> {
    this.isWanted = false;
    await this.pass;
    this.claimed.clear();
  }

  /**
   * Alternates between the collections, so that a long backlog of one collection does not delay the
   * others.
   */
  private async run(): Promise<void> {
    for (let isMore = true; isMore && this.isWanted;) {
      isMore = false;
      for (const model of this.options.models) {
        const due = await claimDueJobs(model, { owner: this.options.owner, limit: PASS_SIZE });
        isMore ||= due.length >= PASS_SIZE;
        await this.doJobsOf([...this.claimed.values(), ...due]);
      }
    }
  }

  private async doJobsOf(documents: readonly Draining[]): Promise<void> {
    for (const draining of documents) {
      if (!this.isWanted) return;
      this.claimed.delete(draining.key);
      await this.options.jobs.runNow(draining, { keepsFinished: false, isAwaited: false });
    }
  }
}
