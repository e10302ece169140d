/**
 * A call that is still running at its timeout keeps its slot for at most this further time, in
 * milliseconds. Otherwise calls that never end would block all others.
 */
const STUCK_MS = 20_000;

/** Limits how many calls run at the same time. Further calls wait in the order of their arrival. */
export class CallSlots {
  private running = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly most: number) {}

  /**
   * Runs a call as soon as a slot is free, and returns its result. The timeout includes the waiting
   * time. A call that is still waiting at its timeout is not started. A call that is already
   * running at its timeout keeps its slot, because its work continues.
   * @param milliseconds the timeout.
   * @throws Error on timeout, or the error of the call.
   */
  run<Result>(milliseconds: number, call: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      let hasSlot = false;
      const release = () => {
        if (hasSlot) this.release();
        hasSlot = false;
      };
      let stuck: NodeJS.Timeout | undefined;
      const begin = () => {
        hasSlot = true;
        this.running++;
        call()
          .then(resolve, reject)
          .finally(() => {
            clearTimeout(timer);
            clearTimeout(stuck);
            release();
          });
      };
      // A timer costs less than an AbortSignal.
      const timer = setTimeout(() => {
        this.waiting.delete(begin);
        if (hasSlot) stuck = setTimeout(release, STUCK_MS).unref();
        reject(new Error(`no answer in ${milliseconds} ms`));
      }, milliseconds);
      if (this.running < this.most) begin();
      else this.waiting.add(begin);
    });
  }

  private release(): void {
    this.running--;
    const [next] = this.waiting;
    if (!next) return;
    this.waiting.delete(next);
    next();
  }
}
