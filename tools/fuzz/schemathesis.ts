/**
 * `npm run test:schemathesis` sends requests that schemathesis generates from the OpenAPI document to a platform, and
 * checks the responses. It complements `npm run test:fuzz` with a fuzzer that was written independently of this
 * project. It needs python3 and pip.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { readOperations } from './api/operations';
import { makeAccount } from './platform/make-account';
import { answerAsReceiver } from './platform/receiver';
import { startFuzzedPlatform } from './platform/start-platform';

const root = path.resolve(__dirname, '../..');
/** The folder with schemathesis. It is kept between runs, because the installation takes a long time. */
const environment = path.join(root, 'dist/schemathesis');
/**
 * The version is fixed, so that a new version of schemathesis cannot break the tests of an old
 * release.
 */
const REQUIREMENT = 'schemathesis==4.32.0';
/** The checks of schemathesis that are used. Its other checks assume that an API has no rules beyond its schemas. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
const NOT_HERE = 2;
/** How long schemathesis may take to write its report after it was interrupted, in milliseconds. */
const GRACE_MS = 30_000;

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    /** After this time in seconds, schemathesis is interrupted, and reports the faults that it has found so far. */
    seconds: { type: 'string', default: '180' },
  },
});

async function main(): Promise<void> {
  const { missingPythonProgram } = await import('../ci/python-package.mjs');
  const reason = missingPythonProgram(environment, 'schemathesis', REQUIREMENT);
  if (reason !== undefined) {
    console.error(reason);
    process.exitCode = NOT_HERE;
    return;
  }
  const receiver = await startLoopbackServer(answerAsReceiver);
  const platform = await startFuzzedPlatform();
  try {
    const { accessToken } = await makeAccount(platform, readOperations(), receiver.url, 1);
    const counted = await runSchemathesis(platform.url, accessToken);
    if (counted.skipped > 0) console.log(`SKIPPED: ${counted.skipped} operations`);
    console.log(`${counted.passed} passed, ${counted.failed} failed`);
    process.exitCode = counted.failed === 0 ? 0 : 1;
  } finally {
    await platform.stop();
    await receiver.close();
  }
}

/** The numbers of operations that passed, failed and were skipped. */
interface Counted {
  passed: number;
  failed: number;
  skipped: number;
}

async function runSchemathesis(url: string, token: string): Promise<Counted> {
  const report = path.join(environment, 'report.xml');
  rmSync(report, { force: true });
  const args = [
    ...['run', `${url}/openapi/v2.json`, '--header', `Authorization: Bearer ${token}`],
    ...['--checks', CHECKS.join(','), '--max-examples', values.examples, '--seed', values.seed],
    ...['--continue-on-failure', '--report', 'junit', '--report-junit-path', report],
  ];
  const child = spawn(path.join(environment, 'bin/schemathesis'), args, {
    cwd: environment,
    stdio: 'inherit',
    env: { ...process.env, PYTHONPATH: __dirname, SCHEMATHESIS_HOOKS: 'schemathesis_hooks' },
  });
  // Interrupt schemathesis as Ctrl-C does, so that it reports the results of the requests that it has sent.
  const limitMs = Number(values.seconds) * 1000;
  const timers = [
    setTimeout(() => child.kill('SIGINT'), limitMs),
    setTimeout(() => child.kill('SIGKILL'), limitMs + GRACE_MS),
  ];
  const code = await new Promise<number | null>((resolve, reject) => child.once('exit', resolve).once('error', reject));
  for (const timer of timers) clearTimeout(timer);
  if (!existsSync(report)) throw new Error(`schemathesis ended with ${code} and without a report`);
  const xml = readFileSync(report, 'utf8');
  const count = (name: string) => Number(new RegExp(`<testsuites\\b[^>]*\\b${name}="(\\d+)"`).exec(xml)?.[1] ?? 0);
  const failed = count('failures') + count('errors');
  // Skipped operations were not tested, for example because schemathesis was interrupted before them.
  const skipped = xml.match(/<skipped\b/g)?.length ?? 0;
  return { passed: count('tests') - failed - skipped, failed, skipped };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
