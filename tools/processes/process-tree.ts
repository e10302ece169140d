/** Something that was started, and ends in order when it is asked to. */
export interface Started {
  stop(): Promise<void>;
}

/** What this process starts, and how it ends: the last first, on SIGINT, SIGTERM or SIGHUP (a closed terminal). */
export class ProcessTree {
  private readonly running: Started[] = [];
  private ending = false;

  /** A second signal ends this process at once, and `endWithParent` what it started. */
  endOnSignals(): void {
    const end = () => {
      if (this.ending) process.exit(1);
      void this.end('Ending …', 0);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    // Nobody reads any more what is printed when the terminal was closed.
    for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  }

  /**
   * Starts something that is ended with the others.
   * @throws Error if the others are being ended.
   */
  async start<What extends Started>(start: () => Promise<What>): Promise<What> {
    this.refuseWhenEnding();
    const started = await start();
    this.running.push(started);
    this.refuseWhenEnding();
    return started;
  }

  /** Prints why, ends everything in order and then this process; what is still starting is killed with it. */
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
