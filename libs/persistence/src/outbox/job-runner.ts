import { AsyncLocalStorage } from 'node:async_hooks';
import { isRefusal } from '@keyhaven/contracts/shared/errors';
import { LRUCache } from 'lru-cache';
import type { Draining } from './draining';
import { finishEntries } from './finish-entries';
import { revisionOf, type JobEntry } from './outbox-entry';
import { deleteSpilled, readSpilledJobs, SPILL_PAGE } from './spill';

/** The document whose job is run. */
export interface JobDocument {
  userId: number;
  id: number;
  /** The revision of the write that waits for the job and fails with its error; absent when no write waits. */
  answering?: number;
}

/** Follow-up work. It must be safe to run again at any time with the same arguments. */
export type JobHandler = (args: Record<string, unknown>, document: JobDocument) => Promise<void>;

/** How many finished jobs a process remembers. A forgotten one is run again, which is safe. */
const REMEMBERED = 10_000;

const running = new AsyncLocalStorage<true>();

/** Whether the caller is part of a job. Its writes wait for no job, because they could wait for their own. */
export function isWithinJob(): boolean {
  return running.getStore() === true;
}

/** Starts work that may continue after the job that starts it. */
export function outsideJobs<Result>(work: () => Result): Result {
  return running.exit(work);
}

/** Runs the jobs in the outboxes of documents. */
export class JobRunner {
  private readonly handlers = new Map<string, JobHandler>();
  /** Ids of jobs that have succeeded, and of deciding jobs that have refused. */
  private readonly finished = new LRUCache<string, true>({ max: REMEMBERED });

  /**
   * @param failed receives failures of the platform, not refusals.
   * @param notTidied receives why finished jobs were not removed.
   */
  constructor(
    private readonly failed: (failure: { job: string; documentId: number; reason: string }, error: unknown) => void,
    private readonly notTidied: (reason: string) => void,
  ) {}

  define(name: string, handler: JobHandler): void {
    this.handlers.set(name, handler);
  }

  /**
   * Runs the jobs of a document in order, spilled ones first, without waiting for the events before them: before the
   * answer to its write, or when the bus refuses its events. Deciding jobs run even behind a failed one.
   * @param keepsFinished leaves finished jobs in the outbox, to be removed with the events: that saves a write, and they
   *   may be run again.
   * @returns the error of a deciding job.
   */
  async runNow(draining: Draining, keepsFinished: boolean): Promise<Error | undefined> {
    const done: string[] = [];
    let refusal: Error | undefined;
    let held = false;
    const { spilled, jobs } = await jobsOf(draining);
    for (const job of jobs) {
      if (held && !job.decides) continue;
      const isAnswer = job.decides && revisionOf(job) === draining.revision;
      const isDone = !job.decides && this.finished.has(job.id);
      const failure = isDone ? undefined : await this.try(draining, job, isAnswer ? draining.revision : undefined);
      if (failure === undefined && keepsFinished && !spilled.has(job.id)) draining.done.add(job.id);
      else if (failure === undefined) done.push(job.id);
      else if (job.decides) refusal ??= failure;
      else held = true;
    }
    draining.entries = draining.entries.filter(({ id }) => !done.includes(id) && !draining.done.has(id));
    const spilledDone = done.filter((id) => spilled.has(id));
    try {
      await deleteSpilled(draining.model, draining.userId, spilledDone);
      await finishEntries([{ draining, done }]);
    } catch (error) {
      // The write and its jobs are done. A sweep runs the jobs again and removes them.
      this.notTidied(String(error));
    }
    return refusal;
  }

  /** The deciding jobs among these that this process does not know to be finished. */
  undecided(jobs: readonly JobEntry[]): JobEntry[] {
    return jobs.filter(({ id, decides }) => decides && !this.finished.has(id));
  }

  /**
   * Runs jobs that decide earlier writes of a document. A refusal only undoes that earlier write, and is not thrown.
   * @throws the error that prevented a job from deciding.
   */
  async decide(draining: Pick<Draining, 'id' | 'userId'>, jobs: readonly JobEntry[]): Promise<void> {
    for (const job of jobs) {
      const failure = await this.try(draining, job);
      if (failure && !isRefusal(failure)) throw failure;
    }
  }

  /** Runs a job. @returns its error. */
  async try(
    { userId, id }: Pick<Draining, 'id' | 'userId'>,
    job: JobEntry,
    answering?: number,
  ): Promise<Error | undefined> {
    try {
      const handler = this.handlers.get(job.name);
      if (!handler) throw new Error(`there is no job ${job.name}`);
      await running.run(true, () => handler(job.args, { userId, id, answering }));
      this.finished.set(job.id, true);
      return undefined;
    } catch (error) {
      // A refusal is an answer; everything else is a failure of the platform.
      if (isRefusal(error)) this.rememberRefused(job);
      else this.failed({ job: job.name, documentId: id, reason: String(error) }, error);
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private rememberRefused({ id, decides }: JobEntry): void {
    if (decides) this.finished.set(id, true);
  }
}

/**
 * The jobs of a document in order, and the ids of the spilled ones. After a full page of spilled jobs there may be
 * more, which precede the document's own: then only the deciding ones of its own are included.
 */
async function jobsOf(draining: Draining): Promise<{ jobs: JobEntry[]; spilled: Set<string> }> {
  const key = { _id: draining.id, user_id: draining.userId };
  const older = draining.spilledUpTo === undefined ? [] : await readSpilledJobs(draining.model, key);
  const spilled = new Set(older.map(({ id }) => id));
  const present = draining.entries
    .filter((entry) => entry.kind === 'job')
    .filter(({ id, decides }) => !spilled.has(id) && (older.length < SPILL_PAGE || decides));
  return { jobs: [...older, ...present], spilled };
}
