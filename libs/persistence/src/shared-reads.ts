import { waitFor } from './request-progress';

interface Read<Result> {
  result: Promise<Result>;
  /** The read that starts when this one ends. It serves all requests that arrive before it starts. */
  next?: Promise<Result>;
}

/**
 * Lets concurrent requests share reads. A request shares only a read that starts after the request arrived. So the
 * result is never older than if the request had sent a read of its own. At most one read of each key runs in this
 * process.
 */
export class SharedReads<Result> {
  private readonly running = new Map<string, Read<Result>>();

  /** @param part the name of what is read, for the log entries of requests that wait. */
  constructor(private readonly part: string) {}

  /** @param work reads the value for the key. Its result must not depend on anything else of the request. */
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
