import { type Draining, lastSeq } from './draining';

/** The maximum number of documents that are queued in memory. A sweep finds the remaining ones. */
const QUEUE_SIZE = 10_000;

/**
 * The documents that this process has written and not yet drained, each in the state in which it
 * was last read.
 */
export class RelayQueue {
  private documents = new Map<string, Draining>();

  get size(): number {
    return this.documents.size;
  }

  get isFull(): boolean {
    return this.documents.size >= QUEUE_SIZE;
  }

  all(): Draining[] {
    return [...this.documents.values()];
  }

  add(draining: Draining): void {
    // The database's answers may arrive in a different order than its writes were made. Keep the
    // later state of the document, which contains all unfinished entries.
    const queued = this.documents.get(draining.key);
    if (!queued || lastSeq(queued) <= lastSeq(draining)) this.documents.set(draining.key, draining);
  }

  /** Removes and returns the first documents. */
  take(limit: number): Draining[] {
    const batch = this.all().slice(0, limit);
    for (const { key } of batch) this.documents.delete(key);
    return batch;
  }

  /**
   * After a pass has finished entries, removes these entries from newer states of the same
   * documents, so that the entries are not handled again.
   */
  leaveOutDone(batch: readonly Draining[]): void {
    for (const { key, done } of batch) {
      const queued = this.documents.get(key);
      if (queued) queued.entries = queued.entries.filter((entry) => !done.has(entry.id));
    }
  }

  clear(): void {
    this.documents = new Map();
  }
}
