/** The maximum number of failed tests of a step that are named at the end. */
const MAX_NAMED = 20;

/** Collects the results of the steps of a run. */
export class Report {
  #passed = 0;
  #failed = 0;
  #lines = [];
  #unstable = [];
  #failedTests = [];
  /**
   * For each lane, which is a sequence of steps: the seconds of all its steps, and the seconds of the
   * steps that repeat tests on further versions of Node.
   */
  #lanes = new Map();

  /**
   * Returns the functions with which the steps of a lane report their results. The steps of a lane
   * run one after the other.
   * @param options.isFurtherNode whether the steps repeat tests on a further version of Node.
   */
  lane(name, { isFurtherNode = false } = {}) {
    const times = this.#lanes.get(name) ?? { all: 0, furtherNodes: 0 };
    this.#lanes.set(name, times);
    return {
      add: (step, counted, { seconds, output }) => {
        times.all += seconds;
        if (isFurtherNode) times.furtherNodes += seconds;
        this.#add(step, counted, { seconds, output });
      },
      skip: (step, reason) => void this.#lines.push(`SKIPPED ${step}: ${reason}`),
      noteFailed: (step, titles) => this.#noteFailed(step, titles),
      noteUnstable: (step, titles) => this.#noteUnstable(step, titles),
    };
  }

  /** Prints the output of a step in one piece, so that concurrent steps do not mix their output. */
  #add(name, { passed, failed, note = '' }, { seconds, output }) {
    this.#passed += passed;
    this.#failed += failed;
    const verdict = failed === 0 ? 'ok    ' : 'FAILED';
    const line = `${verdict}  ${name}: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s${note}`;
    this.#lines.push(line);
    console.log(`\n=== ${name}\n${output.trimEnd()}\n${line}`);
  }

  /**
   * Adds tests that failed. `finish` prints their names again, because some CI systems keep only
   * the end of the log. The list is limited, so that the end also contains the results of all
   * steps.
   */
  #noteFailed(step, titles) {
    const named = titles.slice(0, MAX_NAMED).map((title) => `FAILED ${step}: ${title}`);
    const others = titles.length - named.length;
    this.#failedTests.push(...named, ...(others > 0 ? [`FAILED ${step}: and ${others} more`] : []));
  }

  /** Adds tests that failed, and passed when they were repeated. Each of them has a fault that must be fixed. */
  #noteUnstable(name, titles) {
    this.#unstable.push(...titles.map((title) => `UNSTABLE ${name}: failed once, passed when repeated: ${title}`));
  }

  /** Prints the times of the lanes and the totals. @returns whether nothing failed. */
  finish() {
    const times = [...this.#lanes].map(([name, { all, furtherNodes }]) => {
      const shorter =
        furtherNodes > 0 ? `, ${Math.round(all - furtherNodes)} s without the runs on Node 22 and 24` : '';
      return `${name}: ${Math.round(all)} s${shorter}`;
    });
    const lines = [...this.#lines, ...this.#unstable, ...this.#failedTests].join('\n');
    console.log(`\n${lines}\n\n${times.join('\n')}\n\n${this.#passed} passed, ${this.#failed} failed`);
    return this.#failed === 0;
  }
}
