import { AsyncLocalStorage } from 'node:async_hooks';
import { isRefusal } from '@keyhaven/contracts/shared/errors';
import type { Draining } from './drain';
import { finishEntries } from './finish-entries';
import { revisionOf, type JobEntry } from './outbox-entry';
import { deleteSpilled, readSpilledJobs, SPILL_PAGE } from './spill';

/** The document whose step is run, and for whom. */
export interface JobDocument {
  userId: number;
  id: number;
  /** The revision of the write that is answered by what the step throws; absent when nobody waits for that. */
  answering?: number;
}

/** Follow-up work: safe to run again at any time, with the same arguments. */
export type JobHandler = (args: Record<string, unknown>, document: JobDocument) => Promise<void>;

/** How many deciding steps a process remembers as decided; one that it forgot is run again, which is safe. */
const REMEMBERED = 10_000;

const running = new AsyncLocalStorage<true>();

/** Whether the caller is part of a step: its writes wait for no step, for that may be the very one. */
export function isWithinJob(): boolean {
  return running.getStore() === true;
}

/** Begins work that outlasts the step which it may be called in. */
export function outsideJobs<Result>(work: () => Result): Result {
  return running.exit(work);
}

/** Runs the steps that documents ask for in their outboxes. */
export class JobRunner {
  private readonly handlers = new Map<string, JobHandler>();
  /** Ids of deciding steps that have decided: what they asked for was done, or refused. The oldest come first. */
  private readonly decided = new Set<string>();

  /**
   * @param failed receives failures of the platform, not refusals.
   * @param notTidied receives why steps that are done were not removed.
   */
  constructor(
    private readonly failed: (failure: { job: string; documentId: number; reason: string }, error: unknown) => void,
    private readonly notTidied: (reason: string) => void,
  ) {}

  define(name: string, handler: JobHandler): void {
    this.handlers.set(name, handler);
  }

  /**
   * Runs the steps of a document in their order, spilled ones first, whatever the bus does: before its write is answered,
   * or when the bus does not take its events. Those that decide the answer wait for no other.
   * @param keepsDecided leaves those that decided to be removed with the events, which saves a write; they may so be run
   * again.
   * @returns what a deciding step threw.
   */
  async runNow(draining: Draining, keepsDecided: boolean): Promise<Error | undefined> {
    const done: string[] = [];
    let refusal: Error | undefined;
    let held = false;
    const { spilled, jobs } = await jobsOf(draining);
    for (const job of jobs) {
      if (held && !job.decides) continue;
      const isAnswer = job.decides && revisionOf(job) === draining.revision;
      const failure = await this.try(draining, job, isAnswer ? draining.revision : undefined);
      if (failure === undefined && job.decides && keepsDecided && !spilled.has(job.id)) draining.published.add(job.id);
      else if (failure === undefined) done.push(job.id);
      else if (job.decides) refusal ??= failure;
      else held = true;
    }
    draining.entries = draining.entries.filter(({ id }) => !done.includes(id) && !draining.published.has(id));
    const spilledDone = done.filter((id) => spilled.has(id));
    try {
      await deleteSpilled(draining.model, draining.userId, spilledDone);
      await finishEntries([{ draining, done }]);
    } catch (error) {
      // The write is done, and so are its steps: a sweep does them again, and removes them.
      this.notTidied(String(error));
    }
    return refusal;
  }

  /** Which of a document's steps decide an earlier write, and have not done so as far as this process knows. */
  undecided(jobs: readonly JobEntry[]): JobEntry[] {
    return jobs.filter(({ id, decides }) => decides && !this.decided.has(id));
  }

  /**
   * Runs steps that decide earlier writes of a document. What they refuse is no matter of whoever calls: the document
   * is then as if it had not been asked for.
   * @throws what kept one from deciding.
   */
  async decide(draining: Pick<Draining, 'id' | 'userId'>, jobs: readonly JobEntry[]): Promise<void> {
    for (const job of jobs) {
      const failure = await this.try(draining, job);
      if (failure && !isRefusal(failure)) throw failure;
    }
  }

  /** Runs a step, and answers what it threw. */
  async try(
    { userId, id }: Pick<Draining, 'id' | 'userId'>,
    job: JobEntry,
    answering?: number,
  ): Promise<Error | undefined> {
    try {
      const handler = this.handlers.get(job.name);
      if (!handler) throw new Error(`there is no step ${job.name}`);
      await running.run(true, () => handler(job.args, { userId, id, answering }));
      this.remember(job);
      return undefined;
    } catch (error) {
      // A refusal is an answer; everything else is a failure of the platform.
      if (isRefusal(error)) this.remember(job);
      else this.failed({ job: job.name, documentId: id, reason: String(error) }, error);
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private remember({ id, decides }: JobEntry): void {
    if (!decides) return;
    if (this.decided.size >= REMEMBERED) this.decided.delete(this.decided.values().next().value!);
    this.decided.add(id);
  }
}

/**
 * The steps of a document in their order, and the ids of those that are spilled. Where a full page of them is spilled,
 * others may be between: of the document's own only those are answered then that wait for no other.
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
