import { MongoError } from '../errors';

interface Job {
  run(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** How long one transaction takes further jobs: reads wait for its end, because everything runs in one thread. */
const TRANSACTION_MILLISECONDS = 50;

/** A transaction waits for further jobs for at most this share of the time that the last one took. */
const WAITING_SHARE = 0.25;
const MAX_WAITING_MILLISECONDS = 2;

/**
 * Group commit. Jobs that arrive while the process is busy run one after the other in one transaction with one flush,
 * and each is answered after that flush. A job that throws a MongoError has written nothing (it checks before it
 * writes) and fails alone; any other error rolls back the whole transaction with all of its jobs.
 */
export class WriteQueue {
  private readonly jobs: Job[] = [];
  private isScheduled = false;
  /** How many jobs the last transaction had, and how long it took with its flush. */
  private lastJobs = 0;
  private lastMilliseconds = 0;
  /** The moment of performance.now at which the next transaction begins with the jobs that are there. */
  private waitUntil = 0;

  /**
   * @param transaction runs its argument in a transaction, and returns when that is committed and flushed, or throws
   *   when nothing of it was written.
   * @param takenBack is called after a transaction was taken back, before its jobs are rejected.
   * @param clock the time in milliseconds.
   */
  constructor(
    private readonly transaction: (body: () => void) => void,
    private readonly takenBack: () => void,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Runs the job in a transaction and answers what it returned, once that is on disk. */
  add<T>(run: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.jobs.push({ run, resolve: resolve, reject });
      this.schedule();
    });
  }

  /** Whether everything asked for has been answered. */
  get isIdle(): boolean {
    return this.jobs.length === 0;
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.waitUntil = this.clock() + Math.min(this.lastMilliseconds * WAITING_SHARE, MAX_WAITING_MILLISECONDS);
    setImmediate(() => this.commitOrWait());
  }

  /** Waits for as many jobs as the last transaction had: their clients are likely to ask again after its answers. */
  private commitOrWait(): void {
    if (this.jobs.length < this.lastJobs && this.clock() < this.waitUntil) {
      setImmediate(() => this.commitOrWait());
      return;
    }
    this.isScheduled = false;
    const from = this.clock();
    this.lastJobs = this.commit();
    this.lastMilliseconds = this.clock() - from;
    if (this.jobs.length > 0) this.schedule();
  }

  /** Runs the jobs that are there in one transaction, and returns how many they were. */
  private commit(): number {
    const taken: Job[] = [];
    const answers: (() => void)[] = [];
    const end = this.clock() + TRANSACTION_MILLISECONDS;
    try {
      this.transaction(() => {
        for (let job = this.jobs.shift(); job; job = this.jobs.shift()) {
          taken.push(job);
          answers.push(outcome(job));
          if (this.clock() > end) break;
        }
      });
    } catch (error) {
      this.takenBack();
      // If the transaction could not begin, no job was taken, and all waiting jobs are rejected.
      for (const job of taken.length > 0 ? taken : this.jobs.splice(0)) job.reject(error);
      return taken.length;
    }
    for (const answer of answers) answer();
    return taken.length;
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
