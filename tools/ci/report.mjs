/** Collects the results of the steps of a run. */
export class Report {
  #passed = 0;
  #failed = 0;
  #lines = [];
  #unstable = [];

  /** Adds the result of a step. Prints its output in one piece, so that concurrent steps do not mix their output. */
  add(name, { passed, failed, note = '' }, { seconds, output }) {
    this.#passed += passed;
    this.#failed += failed;
    const verdict = failed === 0 ? 'ok    ' : 'FAILED';
    const line = `${verdict}  ${name}: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s${note}`;
    this.#lines.push(line);
    console.log(`\n=== ${name}\n${output.trimEnd()}\n${line}`);
  }

  /** Adds a step that cannot run on this machine. */
  skip(name, reason) {
    this.#lines.push(`SKIPPED ${name}: ${reason}`);
  }

  /** Adds tests that failed, and passed when they were repeated. Each of them has a fault that must be fixed. */
  noteUnstable(name, titles) {
    this.#unstable.push(...titles.map((title) => `UNSTABLE ${name}: failed once, passed when repeated: ${title}`));
  }

  /** Prints the totals. @returns whether nothing failed. */
  finish() {
    console.log(
      `\n${[...this.#lines, ...this.#unstable].join('\n')}\n\n${this.#passed} passed, ${this.#failed} failed`,
    );
    return this.#failed === 0;
  }
}
