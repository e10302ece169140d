/** What the steps of a run found, and how each went. */
export class Report {
  #passed = 0;
  #failed = 0;
  #lines = [];

  /** Notes a step; its output is printed as a whole, so that steps which run side by side do not mix theirs. */
  add(name, { passed, failed, note = '' }, { seconds, output }) {
    this.#passed += passed;
    this.#failed += failed;
    const verdict = failed === 0 ? 'ok    ' : 'FAILED';
    const line = `${verdict}  ${name}: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s${note}`;
    this.#lines.push(line);
    console.log(`\n=== ${name}\n${output.trimEnd()}\n${line}`);
  }

  /** Notes what could not run on this machine. */
  skip(name, reason) {
    this.#lines.push(`SKIPPED ${name}: ${reason}`);
  }

  /** Prints the totals, and answers whether nothing failed. */
  finish() {
    console.log(`\n${this.#lines.join('\n')}\n\n${this.#passed} passed, ${this.#failed} failed`);
    return this.#failed === 0;
  }
}
