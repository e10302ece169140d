import { MongoError } from '../errors/mongo-error';

interface Job {
  run(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * How long a transaction accepts more jobs, in milliseconds. The limit is short, because everything
 * runs in one thread, so reads wait until the transaction ends.
 */
const TRANSACTION_MILLISECONDS = 50;

/**
 * Group commit: jobs that arrive while the process is busy share one transaction, in which they run one after the
 * other. The transaction is flushed to disk once, and then all of its jobs resolve. If a job throws a MongoError, only
 * this job fails. What the job wrote before the error is kept, so a job should check everything before its first write.
 * Any other error rolls back the whole transaction with all its jobs.
 */
export class WriteQueue {
  private readonly jobs: Job[] = [];
  private isScheduled = false;

  /**
   * @param transaction runs its argument in a transaction. It returns when the transaction is
   * committed and flushed, and throws if nothing was written.
   * @param takenBack called after a transaction was rolled back, before its jobs are rejected.
   */
  constructor(
    private readonly transaction: (body: () => void) => void,
    private readonly takenBack: () => void,
  ) {}

  /**
   * Runs a job in a transaction. Resolves with the job's result when the transaction is on disk.
   */
  add<T>(run: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.jobs.push({ run, resolve: resolve, reject });
      this.schedule();
    });
  }

  /** Whether no job is waiting. */
  get isIdle(): boolean {
    return this.jobs.length === 0;
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.commit();
      if (this.jobs.length > 0) this.schedule();
    });
  }

  /** Runs the waiting jobs in one transaction. */
  private commit(): void {
    const taken: Job[] = [];
    const answers: (() => void)[] = [];
    const end = performance.now() + TRANSACTION_MILLISECONDS;
    try {
      this.transaction(() => {
        for (let job = this.jobs.shift(); job; job = this.jobs.shift()) {
          taken.push(job);
          answers.push(outcome(job));
          if (performance.now() > end) break;
        }
      });
    } catch (error) {
      this.takenBack();
      // If the transaction could not begin, no job was taken. Reject all waiting jobs.
      for (const job of taken.length > 0 ? taken : this.jobs.splice(0)) job.reject(error);
      return;
    }
    for (const answer of answers) answer();
  }
}

function outcome(job: Job): () => void {
  try {
    const value = job.run();
    return () => job.resolve(value);
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
    return () => job.reject(error);
  }
}
