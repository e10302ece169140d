// Runs every check, goes on after a failure, and ends with the totals of all of them. Two lanes run side by side: one
// keeps two cores busy, the other mostly waits for Kafka.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNodes } from './other-nodes.mjs';
import { Report } from './report.mjs';
import { stepsOf } from './steps.mjs';
import { sharedConformance } from './shared-conformance.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const conformance = path.resolve(root, '../shared/conformance');
const report = new Report();
const { check, tests, program } = stepsOf(root, report);

/** Time zones at both ends of the world: no result may depend on the machine's. */
const EAST = { TZ: 'Pacific/Kiritimati' };
const WEST = { TZ: 'America/Los_Angeles' };
/** Most tests of services wait often: jest's default would leave a core free. */
const everyCore = ['--maxWorkers=100%'];

/** The unit tests on every supported version of Node and in both time zones; the tests of services on the ends. */
async function testsOnAllNodes() {
  const nodes = installNodes(root, [20, 22, 24]);
  const oldest = { ...nodes?.[20], ...EAST };
  await tests(nodes ? 'unit tests on Node 20' : 'unit tests', 'test:unit', oldest, everyCore);
  await tests(nodes ? 'tests of services on Node 20' : 'tests of services', 'test:service', oldest, everyCore);
  if (!nodes)
    return report.skip('tests on every Node', `they are installed only on x64 Linux; this is ${process.version}`);
  await tests('unit tests on Node 22', 'test:unit', { ...nodes[22], ...WEST }, everyCore);
  await tests('unit tests on Node 24', 'test:unit', { ...nodes[24], ...WEST }, everyCore);
  await tests('tests of services on Node 24', 'test:service', nodes[24], everyCore);
}

async function busyLane() {
  await check('lint', 'npm', ['run', 'lint']);
  await testsOnAllNodes();
  // Half a minute for each suite; how many kill points that left out is printed, and each run chooses others.
  await tests('kills of every write', 'test:crash', { KEYHAVEN_CRASH_MINUTES: '0.5' });
}

async function waitingLane() {
  await check('type check', 'npm', ['run', 'typecheck']);
  await check('build', 'npm', ['run', 'build']);
  await check('nx g service', process.execPath, ['tools/nx/service/check-generator.mjs']);
  await tests('conformance with MongoDB', 'test:conformance');
  if (existsSync(conformance)) await sharedConformance(root, conformance, program);
  else report.skip('shared conformance', `${conformance} is not there`);
  // The suites that kill are in test:crash.
  await tests('suites on a real Kafka', 'test:kafka', {}, [
    '--testPathIgnorePatterns',
    '\\.crash\\.kafka\\.test\\.ts$',
  ]);
}

if (await check('install', process.execPath, ['tools/setup/run.mjs', 'install'])) {
  await Promise.all([busyLane(), waitingLane()]);
}
process.exit(report.finish() ? 0 : 1);
