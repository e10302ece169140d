// Counts checks and prints each with its duration.
export class Checks {
  passed = 0;
  failed = 0;

  /** Runs a check. Its name says what is true if it passes. @returns what it returns; undefined if it fails. */
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
