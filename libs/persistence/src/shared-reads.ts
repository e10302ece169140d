import { waitFor } from './request-progress';

interface Read<Result> {
  result: Promise<Result>;
  /**
   * The next read, which starts when this read ends. All requests that arrive before this read ends
   * share the next read.
   */
  next?: Promise<Result>;
}

/**
 * Lets concurrent requests share reads. A request shares only a read that starts after the request
 * arrived, so the result is never older than that of a separate read. Within this process, at most
 * one read of each key runs at a time.
 */
export class SharedReads<Result> {
  private readonly running = new Map<string, Read<Result>>();

  /** @param part what is read, as named in the log entries of waiting requests. */
  constructor(private readonly part: string) {}

  /** @param work reads the value for the key. The result must depend only on the key. */
  read(key: string, work: () => Promise<Result>): Promise<Result> {
    return waitFor(this.part, () => {
      const running = this.running.get(key);
      if (!running) return this.begin(key, work);
      running.next ??= ended(running.result).then(() => this.begin(key, work));
      return running.next;
    });
  }

  private begin(key: string, work: () => Promise<Result>): Promise<Result> {
    const read: Read<Result> = { result: work() };
    this.running.set(key, read);
    void ended(read.result).then(() => {
      if (!read.next) this.running.delete(key);
    });
    return read.result;
  }
}

/** Resolves when the promise is fulfilled or rejected. */
function ended(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => {},
    () => {},
  );
}
