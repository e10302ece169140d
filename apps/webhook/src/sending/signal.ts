/** Wakes one waiter, even if the signal was set before the wait began. */
export class Signal {
  private isSet = false;
  private resolve = () => {};

  set(): void {
    this.isSet = true;
    this.resolve();
  }

  /**
   * Waits until the signal is set, if it was not set since the last wait. Waits at most this many milliseconds, if
   * given.
   */
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
