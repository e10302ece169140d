import { waitFor } from './request-progress';

interface Read<Result> {
  result: Promise<Result>;
  /** The read that begins when this one has ended, for those that asked meanwhile. */
  next?: Promise<Result>;
}

/**
 * Lets parallel requests share reads. Nobody gets a result that is older than a read of their own would return: a
 * request shares only a read that begins after it asked. At most one read of each key runs in this process.
 */
export class SharedReads<Result> {
  private readonly running = new Map<string, Read<Result>>();

  /** @param part what is read, for the log of requests that wait for it. */
  constructor(private readonly part: string) {}

  /** @param work reads what the key names; it must not depend on the request otherwise. */
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

/** Resolves when the promise is settled. */
function ended(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => {},
    () => {},
  );
}
