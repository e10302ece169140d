// Counts checks and prints each with its duration.
export class Checks {
  passed = 0;
  failed = 0;

  /**
   * Runs a check. `name` states what the check confirms.
   * @returns the result of `run`.
   * @throws the error of `run`.
   */
  async check(name, run) {
    const started = Date.now();
    const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
    try {
      const result = await run();
      this.passed += 1;
      console.log(`ok      ${name} (${seconds()} s)`);
      return result;
    } catch (error) {
      this.failed += 1;
      console.log(`FAILED  ${name} (${seconds()} s)\n${error.stack ?? error}`);
      throw error;
    }
  }

  /** The line that CI reads. */
  totals() {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}
