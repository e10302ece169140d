/**
 * `npm run test:failure` runs the whole platform as separate processes, lets clients write to it, and causes failures:
 * random kills, an outage of Kafka, paused processes, a full disk of the database and wrong clocks. Then it compares
 * the acknowledged writes with the API, the webhook deliveries and the event log. The last line is `N passed, N
 * failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ProcessTree } from '../processes/process-tree';
import { type CheckResult, nothingObserved, runChecks } from './checks/run-checks';
import { observeFailures, type RunSoFar } from './observe-failures';
import { readOptions } from './options';
import { reportLines } from './report/report-lines';
import { Tally } from './observed/tally';

async function main(): Promise<void> {
  // The first arguments are node, tools/setup/run.mjs and the name of the script.
  const options = readOptions(process.argv.slice(3));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-failure-'));
  const tree = new ProcessTree();
  tree.endOnSignals();
  console.log(`Failure test with seed ${options.seed}; data and logs are in ${folder}`);
  const soFar: RunSoFar = { tally: new Tally(), observed: nothingObserved, ended: [], settledAfter: undefined };

  /** Prints the report and exits. The exit kills all processes that still run. */
  const finish = (results: readonly CheckResult[]) => {
    const { tally, ...rest } = soFar;
    for (const line of reportLines({ ...rest, seed: options.seed, phases: tally.phases, results })) console.log(line);
    const isSound = results.every(({ violations }) => violations.length === 0);
    if (isSound) rmSync(folder, { recursive: true, force: true });
    process.exit(isSound ? 0 : 1);
  };
  setTimeout(() => {
    const { faults } = soFar.observed;
    finish([{ name: `the run ends within ${options.minutes} minutes`, violations: ['it did not', ...faults] }]);
  }, options.minutes * 60_000);

  await observeFailures(options, tree, folder, soFar);
  await tree.stop();
  finish(runChecks(soFar.observed));
}

main().catch((error: unknown) => {
  console.error(error);
  console.log('\n0 passed, 1 failed');
  process.exit(1);
});
