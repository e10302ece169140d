// Runs every check, continues after a failure, and prints the totals at the end. Two lanes, which are sequences of
// checks, run concurrently: one keeps two cores busy, and the other mostly waits, for example for Kafka. On two cores,
// all checks must end within 30 minutes without the tests on Node 22 and 24, and within 60 minutes with these tests.
// The last lines of the output show the seconds of each lane.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingChromium } from './chromium.mjs';
import { installNodes } from './other-nodes.mjs';
import { missingGenerator } from './python-generator.mjs';
import { Report } from './report.mjs';
import { runCommand } from './run-command.mjs';
import { passedAndFailed, stepsOf } from './steps.mjs';
import { sharedConformance } from './shared-conformance.mjs';
import { withEngine } from './with-engine.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const conformance = path.resolve(root, '../shared/conformance');
const report = new Report();
const busy = stepsOf(root, report.lane('lint and tests'));
const onFurtherNodes = stepsOf(root, report.lane('lint and tests', { isFurtherNode: true }));
const { check, tests, program, skip } = stepsOf(root, report.lane('builds and other suites'));

/** The easternmost zone and a western one, because no result may depend on the machine's time zone. */
const EAST = { TZ: 'Pacific/Kiritimati' };
const WEST = { TZ: 'America/Los_Angeles' };
const once = { isRepeatable: false };
/**
 * One worker per core. With more workers, tests would exceed their time limits, because the other lane uses the
 * processor too.
 */
const workers = ['--maxWorkers=100%'];

/** Tests the pages in Chromium. The screenshots of these tests stay in dist/screenshots. */
async function testsInChromium() {
  const reason = missingChromium();
  if (reason === undefined) return tests('pages in Chromium', 'test:pages');
  return skip('pages in Chromium', reason);
}

/**
 * Tests a Python client, which is generated from the OpenAPI document. The generator is installed
 * with pip.
 */
async function testsInPython() {
  const reason = missingGenerator(path.join(root, 'dist/python-generator'));
  if (reason === undefined) return tests('generated Python client', 'test:python');
  return skip('generated Python client', reason);
}

/**
 * Builds the image, runs it, and runs the whole platform with docker-compose. All programs use one engine, so that each
 * image is built once.
 */
async function testsInContainers() {
  const programs = {
    image: 'tools/docker/check-image.mjs',
    compose: 'tools/docker/compose/check-compose.mjs',
    'suite on a Kafka in a container': 'tools/docker/kafka/check-suite.mjs',
  };
  const reason = await withEngine(root, async (environment) => {
    for (const [name, file] of Object.entries(programs))
      await program(name, [file], passedAndFailed, { environment, isOptional: true });
  });
  if (reason !== undefined) for (const name of Object.keys(programs)) skip(name, reason);
}

/** Checks the alert rules with promtool, which is extracted from Debian's package. */
async function alertRules() {
  const { code, stdout, stderr } = await runCommand(process.execPath, ['tools/ci/promtool.mjs'], { cwd: root });
  if (code === 0) return check('alert rules', 'npm', ['run', 'docs:alerts', '--', stdout.trim()]);
  return skip('alert rules', stderr.trim());
}

/**
 * Renders the manifests of Kubernetes and validates them. The programs that do this are installed
 * with Go and pip.
 */
async function manifests() {
  const { code, stderr } = await runCommand(process.execPath, ['tools/k8s/install-tools.mjs'], { cwd: root });
  if (code === 0) return program('manifests', ['tools/k8s/check-manifests.mjs'], passedAndFailed);
  return skip('manifests', stderr.trim());
}

/**
 * Runs the unit tests on every supported version of Node, and the tests of services on the oldest and newest version.
 * The oldest version runs in the time zone EAST, and the others in WEST.
 */
async function testsOnAllNodes() {
  const nodes = installNodes(root, [20, 22, 24]);
  const oldest = { ...nodes?.[20], ...EAST };
  await busy.tests(nodes ? 'unit tests on Node 20' : 'unit tests', 'test:unit', oldest, workers);
  await busy.tests(nodes ? 'tests of services on Node 20' : 'tests of services', 'test:service', oldest, workers);
  if (!nodes)
    return busy.skip('tests on every Node', `they are installed only on x64 Linux; this is ${process.version}`);
  await onFurtherNodes.tests('unit tests on Node 22', 'test:unit', { ...nodes[22], ...WEST }, workers);
  await onFurtherNodes.tests('unit tests on Node 24', 'test:unit', { ...nodes[24], ...WEST }, workers);
  // All cases of these tests have already run on Node 20. Here, suites with many cases run only a
  // sample.
  const sampled = { ...nodes[24], KEYHAVEN_SAMPLE: 'true' };
  await onFurtherNodes.tests('tests of services on Node 24', 'test:service', sampled, workers);
}

async function busyLane() {
  await busy.check('lint', 'npm', ['run', 'lint']);
  await testsOnAllNodes();
}

async function waitingLane() {
  await check('type check', 'npm', ['run', 'typecheck']);
  await check('build', 'npm', ['run', 'build']);
  await check('no breaking change of the API since the last release', 'npm', ['run', 'docs:compatibility']);
  await alertRules();
  await manifests();
  await check('nx g service', process.execPath, ['tools/nx/service/check-generator.mjs']);
  await tests('conformance with MongoDB', 'test:conformance', {}, [], once);
  await testsInChromium();
  await testsInPython();
  await testsInContainers();
  if (existsSync(conformance)) await sharedConformance(root, conformance, program);
  else skip('shared conformance', `${conformance} is not there`);
  // Each run of the fuzzer chooses a new seed and prints it. Other checks run at the same time, so
  // responses may take up to 30 seconds.
  const fuzzer = ['--import', 'tsx', 'tools/fuzz/fuzz.ts', '--requests', '20000', '--limit-seconds', '30'];
  await program('requests of a fuzzer', fuzzer, passedAndFailed);
  // Leave out the suites that kill processes, because `test:crash` below runs them.
  const others = ['--testPathIgnorePatterns', '\\.crash\\.kafka\\.test\\.ts$'];
  await tests('suites on a real Kafka', 'test:kafka', {}, others, once);
  // Each crash suite runs for 20 seconds with randomly chosen kill points, and prints how many kill
  // points it left out.
  await tests('kills of every write', 'test:crash', { KEYHAVEN_CRASH_MINUTES: String(1 / 3) }, [], once);
}

if (await check('install', process.execPath, ['tools/setup/run.mjs', 'install'])) {
  await Promise.all([busyLane(), waitingLane()]);
}
process.exit(report.finish() ? 0 : 1);
