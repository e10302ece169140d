import { isRefusal } from '@keyhaven/contracts/shared/errors';
import { type SpanDescription, tracing } from '@keyhaven/tracing/tracing';
import { LRUCache } from 'lru-cache';
import { type Draining, withoutLater } from './draining';
import { finishEntries } from './finish-entries';
import { hasLostLease } from './keep-leases';
import { revisionOf, type JobEntry } from '../outbox-entry';
import { deleteSpilled, readSpilledJobs, SPILL_PAGE } from './spill';
import { withinJob } from '../repeatable-work';

/** The document whose job runs. */
export interface JobDocument {
  userId: number;
  id: number;
  /**
   * The revision of the write that waits for this job, and fails if the job fails. Absent if no
   * write waits.
   */
  answering?: number;
}

/** Follow-up work. It must be idempotent: it may run again at any time with the same arguments. */
export type JobHandler = (args: Record<string, unknown>, document: JobDocument) => Promise<void>;

/** How many finished jobs a process remembers. A job that is not remembered may run again, which is safe. */
const REMEMBERED = 10_000;

/** Runs the jobs in the outboxes of documents. */
export class JobRunner {
  private readonly handlers = new Map<string, JobHandler>();
  /** The results of jobs, by id. A deciding job may refuse the write that requested it. Failed jobs are absent. */
  private readonly finished = new LRUCache<string, 'succeeded' | 'refused'>({ max: REMEMBERED });

  /**
   * @param failed receives the errors of jobs, except refusals.
   * @param removalFailed receives the reason why finished jobs could not be removed from an outbox.
   * @param leaseLost is called if the lease of a document ran out while the document's jobs ran.
   */
  constructor(
    private readonly failed: (failure: { job: string; documentId: number; reason: string }, error: unknown) => void,
    private readonly removalFailed: (reason: string) => void,
    private readonly leaseLost: () => void,
  ) {}

  define(name: string, handler: JobHandler): void {
    this.handlers.set(name, handler);
  }

  /**
   * Runs the jobs of a document in order, spilled jobs first, without waiting until earlier events
   * are published. It is called before a write is answered, and when the bus is down or refuses the
   * document's events. After a job that is not deciding has failed, only deciding jobs run.
   * @param options `keepsFinished`: whether finished jobs stay in the outbox until its events are
   *   removed. This saves a write, but these jobs may run again. `isAwaited`: whether the most recent
   *   write of the document waits for its deciding job.
   * @returns the error of a deciding job.
   */
  async runNow(
    draining: Draining,
    { keepsFinished, isAwaited }: { keepsFinished: boolean; isAwaited: boolean },
  ): Promise<Error | undefined> {
    const done: string[] = [];
    let refusal: Error | undefined;
    let hasFailed = false;
    const { spilled, jobs } = await jobsOf(draining);
    for (const job of jobs) {
      if (hasFailed && !job.decides) continue;
      const isOfLastWrite = revisionOf(job) === draining.revision;
      const answering = job.decides && isAwaited && isOfLastWrite ? draining.revision : undefined;
      // The job of the waiting write runs even if it has succeeded before, because a handler that was called without
      // `answering` might not have reported a refusal.
      const isSkipped = answering === undefined && this.isDone(job);
      const failure = isSkipped ? undefined : await this.try(draining, job, answering);
      if (failure === undefined && keepsFinished && !spilled.has(job.id)) draining.done.add(job.id);
      else if (failure === undefined) done.push(job.id);
      else if (job.decides) refusal ??= failure;
      else hasFailed = true;
    }
    if (jobs.length > 0 && hasLostLease(draining)) this.leaseLost();
    draining.entries = draining.entries.filter(({ id }) => !done.includes(id) && !draining.done.has(id));
    const spilledDone = done.filter((id) => spilled.has(id));
    try {
      await deleteSpilled(draining.model, draining.userId, spilledDone);
      await finishEntries([{ draining, done }]);
    } catch (error) {
      // The write is stored and its jobs have run. A sweep will run the jobs again and remove them.
      this.removalFailed(String(error));
    }
    return refusal;
  }

  /** Whether this process remembers that the job succeeded. */
  isDone({ id }: JobEntry): boolean {
    return this.finished.get(id) === 'succeeded';
  }

  /** Selects the deciding jobs that this process does not remember as finished. */
  undecided(jobs: readonly JobEntry[]): JobEntry[] {
    return jobs.filter(({ id, decides }) => decides && !this.finished.has(id));
  }

  /**
   * Runs the deciding jobs of earlier writes of a document. A job that refuses its write also
   * undoes the write. The refusal is not thrown, because it concerns an earlier request.
   * @throws any other error of a job.
   */
  async decide(draining: Pick<Draining, 'id' | 'userId'>, jobs: readonly JobEntry[]): Promise<void> {
    for (const job of jobs) {
      const failure = await this.try(draining, job);
      if (failure && !isRefusal(failure)) throw failure;
    }
  }

  /** Runs a job. @returns its error, or undefined if it succeeds. */
  async try(
    { userId, id }: Pick<Draining, 'id' | 'userId'>,
    job: JobEntry,
    answering?: number,
  ): Promise<Error | undefined> {
    try {
      const handler = this.handlers.get(job.name);
      if (!handler) throw new Error(`there is no job ${job.name}`);
      const run = () => withinJob(() => handler(job.args, { userId, id, answering }));
      await (tracing && job.trace ? tracing.during(jobSpan(job, userId, id), run) : run());
      this.finished.set(job.id, 'succeeded');
      return undefined;
    } catch (error) {
      // A refusal is an answer to the client. Every other error is a failure of the platform.
      if (isRefusal(error)) this.rememberRefused(job);
      else this.failed({ job: job.name, documentId: id, reason: String(error) }, error);
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private rememberRefused({ id, decides }: JobEntry): void {
    if (decides) this.finished.set(id, 'refused');
  }
}

/**
 * The span of a job. It continues the trace of the request that caused the job, whichever process
 * runs the job.
 */
function jobSpan({ name, trace }: JobEntry, userId: number, id: number): SpanDescription {
  return {
    name: `job ${name}`,
    kind: 'internal',
    parent: trace,
    attributes: { 'keyhaven.job': name, 'keyhaven.user_id': userId, 'keyhaven.document_id': id },
  };
}

/**
 * The jobs of a document in order, and the ids of the spilled ones. Spilled jobs come before the
 * jobs in the document. If there is a full page of spilled jobs, only deciding jobs of the document
 * itself are included, because there may be more spilled jobs. Spilled jobs of writes that were
 * stored after the document was read are left out. Those writes run these jobs themselves, and fail
 * with the errors of the jobs.
 */
async function jobsOf(draining: Draining): Promise<{ jobs: JobEntry[]; spilled: Set<string> }> {
  const key = { _id: draining.id, user_id: draining.userId };
  const page = draining.spilledUpTo === undefined ? [] : await readSpilledJobs(draining.model, key);
  const older = withoutLater(draining, page);
  const spilled = new Set(older.map(({ id }) => id));
  const present = draining.entries
    .filter((entry) => entry.kind === 'job')
    .filter(({ id, decides }) => !spilled.has(id) && (page.length < SPILL_PAGE || decides));
  return { jobs: [...older, ...present], spilled };
}
