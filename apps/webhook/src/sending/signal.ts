/** Wakes one waiter, also when the signal was set before it began to wait. */
export class Signal {
  private isSet = false;
  private resolve = () => {};

  set(): void {
    this.isSet = true;
    this.resolve();
  }

  /** Resolves when the signal was set since the last wait or, if a time is given, after these milliseconds. */
  async wait(atMostMs?: number): Promise<void> {
    if (!this.isSet) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.resolve = resolve;
        if (atMostMs !== undefined) timer = setTimeout(resolve, atMostMs);
      });
      clearTimeout(timer);
    }
    this.isSet = false;
  }
}
