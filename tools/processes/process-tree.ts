/** A process or server that was started and can be stopped. */
export interface Started {
  stop(): Promise<void>;
}

/**
 * All processes and servers that this process started. On SIGINT, SIGTERM or SIGHUP (a closed terminal), they are
 * stopped in reverse order.
 */
export class ProcessTree {
  private readonly running: Started[] = [];
  private ending = false;

  /**
   * Stops everything on the first signal. A second signal ends this process immediately, so that `endWithParent` kills
   * the processes that still run.
   */
  endOnSignals(): void {
    const end = () => {
      if (this.ending) process.exit(1);
      void this.end('Ending …', 0);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    // Printing to a closed terminal fails, which must not end this process.
    for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  }

  /**
   * Starts a process or server that is stopped together with the others.
   * @throws Error if the others are already being stopped.
   */
  async start<What extends Started>(start: () => Promise<What>): Promise<What> {
    this.refuseWhenEnding();
    const started = await start();
    this.running.push(started);
    this.refuseWhenEnding();
    return started;
  }

  /**
   * Prints the reason, stops everything in order, and exits. Processes that are still starting are killed when this
   * process exits.
   */
  async end(reason: string, code: number): Promise<void> {
    if (this.ending) return;
    this.ending = true;
    console.log(`\n${reason}`);
    await this.stop();
    process.exit(code);
  }

  /** Stops everything in order. */
  async stop(): Promise<void> {
    for (let last = this.running.pop(); last; last = this.running.pop()) await last.stop();
  }

  private refuseWhenEnding(): void {
    if (this.ending) throw new Error('the platform is stopping');
  }
}
