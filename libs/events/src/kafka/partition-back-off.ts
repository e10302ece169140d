interface Waiting {
  offset: string;
  attempt: number;
  timer: NodeJS.Timeout;
}

/**
 * Counts how often the first unhandled message of each partition has failed, and resumes the
 * partition after a pause.
 */
export class PartitionBackOff {
  private readonly waiting = new Map<number, Waiting>();
  private isStopped = false;

  constructor(private readonly delaysMs: { first: number; last: number }) {}

  /** Records a failure of the message. Calls `resume` when the next attempt is due. */
  failed(partition: number, offset: string, resume: () => void): { attempt: number; retryInMs: number } {
    const before = this.waiting.get(partition);
    clearTimeout(before?.timer);
    const attempt = before?.offset === offset ? before.attempt + 1 : 1;
    const { first, last } = this.delaysMs;
    const longest = Math.min(first * 2 ** Math.min(attempt - 1, 30), last);
    // The pause is random, so that consumers that failed at the same time do not retry at the same
    // time.
    const retryInMs = Math.round(longest * (0.75 + Math.random() / 4));
    if (!this.isStopped) this.waiting.set(partition, { offset, attempt, timer: setTimeout(resume, retryInMs) });
    return { attempt, retryInMs };
  }

  succeeded(partition: number): void {
    clearTimeout(this.waiting.get(partition)?.timer);
    this.waiting.delete(partition);
  }

  /** Cancels all scheduled calls of `resume`. Later failures schedule no calls. */
  stop(): void {
    this.isStopped = true;
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
  }
}
