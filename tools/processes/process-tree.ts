/** Something that was started and can be stopped. */
export interface Started {
  stop(): Promise<void>;
}

/** Everything that this process started. It is stopped in reverse order on SIGINT, SIGTERM or SIGHUP (a closed terminal). */
export class ProcessTree {
  private readonly running: Started[] = [];
  private ending = false;

  /** A second signal ends this process immediately, and `endWithParent` kills what it started. */
  endOnSignals(): void {
    const end = () => {
      if (this.ending) process.exit(1);
      void this.end('Ending …', 0);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    // Printing to a closed terminal fails; that must not end this process.
    for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  }

  /**
   * Starts something that is stopped with the others.
   * @throws Error when the others are being stopped.
   */
  async start<What extends Started>(start: () => Promise<What>): Promise<What> {
    this.refuseWhenEnding();
    const started = await start();
    this.running.push(started);
    this.refuseWhenEnding();
    return started;
  }

  /** Prints the reason, stops everything in order, and exits. What is still starting is killed when this process exits. */
  async end(reason: string, code: number): Promise<void> {
    if (this.ending) return;
    this.ending = true;
    console.log(`\n${reason}`);
    for (let last = this.running.pop(); last; last = this.running.pop()) await last.stop();
    process.exit(code);
  }

  private refuseWhenEnding(): void {
    if (this.ending) throw new Error('everything is being ended');
  }
}
