// Runs every check one after the other, goes on after a failure, and ends with the totals of all of them.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNodes } from './other-nodes.mjs';
import { runCommand } from './run-command.mjs';
import { withDatabase } from './with-database.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const conformance = path.resolve(root, '../shared/conformance');
const total = { passed: 0, failed: 0 };
const summary = [];

/** Counts what a step found, and says how it went. */
function count(name, { passed, failed }, seconds) {
  total.passed += passed;
  total.failed += failed;
  summary.push(
    `${failed === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s`,
  );
}

/** A step that passes or fails as a whole. */
async function check(name, command, args, environment = {}) {
  console.log(`\n=== ${name}`);
  const { code, seconds } = await runCommand(command, args, { cwd: root, environment });
  count(name, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, seconds);
  return code === 0;
}

/** A step of tests: jest tells how many passed and failed. */
async function tests(name, script, environment = {}, options = []) {
  console.log(`\n=== ${name}`);
  const report = path.join(os.tmpdir(), `keyhaven-ci-${process.pid}.json`);
  rmSync(report, { force: true });
  const args = ['run', script, '--', '--ci', '--json', `--outputFile=${report}`, '--silent=false', ...options];
  const { code, seconds } = await runCommand('npm', args, { cwd: root, environment, quietStdout: true });
  if (!existsSync(report)) return count(name, { passed: 0, failed: 1 }, seconds);
  const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  rmSync(report);
  if (numPendingTests > 0) console.log(`${numPendingTests} tests of ${name} were skipped`);
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  count(name, { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }, seconds);
}

/** A conformance program: its last line tells how many passed and failed. */
async function conformanceProgram(name, args, countLine) {
  console.log(`\n=== ${name}`);
  const { code, seconds, output } = await runCommand(process.execPath, args, { cwd: root });
  const counted = countLine(output);
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  count(name, counted, seconds);
}

/** Most of the time of these suites is waiting: jest would leave a core free. */
const everyCore = ['--maxWorkers=100%'];

const passedAndFailed = (output) => {
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed/gm)].pop();
  return found ? { passed: Number(found[1]), failed: Number(found[2]) } : { passed: 0, failed: 1 };
};
const rounds = (output) => {
  const found = /^(\d+) kills, \d+ acknowledged writes, (\d+) violations$/m.exec(output);
  return found
    ? { passed: Number(found[2]) === 0 ? Number(found[1]) : 0, failed: Number(found[2]) }
    : { passed: 0, failed: 1 };
};

/** The unit tests on every supported version of Node, the service tests on the newest one, in another time zone. */
async function onOtherNodes() {
  const nodes = installNodes(root, [22, 24]);
  if (!nodes) return console.log('\nSKIPPED: tests on Node 22 and 24, which are installed on x64 Linux alone');
  const TZ = 'America/Los_Angeles';
  await tests('unit tests on Node 22', 'test:unit', { ...nodes[22], TZ }, everyCore);
  await tests('unit tests on Node 24', 'test:unit', { ...nodes[24], TZ }, everyCore);
  await tests('service tests on Node 24 in America/Los_Angeles', 'test:service', { ...nodes[24], TZ }, everyCore);
}

if (await check('install', process.execPath, ['tools/setup/run.mjs', 'install'])) {
  await check('lint', 'npm', ['run', 'lint']);
  await check('type check', 'npm', ['run', 'typecheck']);
  await check('build', 'npm', ['run', 'build']);
  // Time zones at both ends of the world, so that no test depends on the machine's.
  await tests('npm test in Pacific/Kiritimati', 'test', { TZ: 'Pacific/Kiritimati' }, everyCore);
  await onOtherNodes();
  if (existsSync(conformance)) {
    await withDatabase(root, async ({ uri }) => {
      await conformanceProgram(
        'conformance: known answers',
        [path.join(conformance, 'known-answers.mjs'), uri],
        passedAndFailed,
      );
      await conformanceProgram(
        'conformance: scenarios',
        [path.join(conformance, 'scenarios.mjs'), uri],
        passedAndFailed,
      );
    });
    await withDatabase(root, async ({ uri, stop, command }) => {
      await stop();
      await conformanceProgram(
        'conformance: crash',
        [path.join(conformance, 'crash.mjs'), uri, '12', ...command],
        rounds,
      );
    });
  } else console.log(`\nSKIPPED: conformance, because ${conformance} is not there`);
  await tests('suites on a real Kafka', 'test:kafka');
  // Half a minute a suite of the many that there are: what had no turn is counted, and drawn anew each run.
  await tests('kills of every write', 'test:crash', { KEYHAVEN_CRASH_MINUTES: '0.5' }, everyCore);
}

console.log(`\n${summary.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
