/**
 * A call that has not ended after this many times its timeout gives up its slot. Otherwise stuck calls would block all
 * others.
 */
const STUCK_TIMES = 10;

/** Limits how many calls run at the same time. Further calls wait in order. */
export class CallSlots {
  private running = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly most: number) {}

  /**
   * Runs a call when a slot is free, and returns its result. The timeout includes the wait for a slot: a call whose
   * time is over is not started. A running call keeps its slot after its timeout, because its work goes on.
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
      // A plain timer costs less than an AbortSignal.
      const timer = setTimeout(() => {
        this.waiting.delete(begin);
        if (hasSlot) stuck = setTimeout(release, STUCK_TIMES * milliseconds).unref();
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
