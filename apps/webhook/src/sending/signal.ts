/** A signal that wakes one waiter, even if it was set before the wait began. */
export class Signal {
  private isSet = false;
  private resolve = () => {};

  set(): void {
    this.isSet = true;
    this.resolve();
  }

  /**
   * Waits until the signal is set. Returns immediately if the signal was set after the previous wait.
   * @param atMostMs the maximum time to wait, in milliseconds. Without it, there is no limit.
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
