// The kinds of steps: each runs something, counts what passed and failed, and notes it in the report.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from './run-command.mjs';

/** The steps of a repository, which note what they found in a report. */
export function stepsOf(root, report) {
  const begin = (name) => console.log(`--- ${name} begins`);

  /** A command that passes or fails as a whole. */
  async function check(name, command, args, environment = {}) {
    begin(name);
    const { code, seconds, all } = await runCommand(command, args, { cwd: root, environment });
    const isPassed = code === 0;
    report.add(name, { passed: Number(isPassed), failed: Number(!isPassed) }, { seconds, output: all });
    return isPassed;
  }

  /** A script of package.json that runs jest, which counts its tests. */
  async function tests(name, script, environment = {}, options = []) {
    begin(name);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-ci-'));
    const file = path.join(folder, 'results.json');
    const args = ['run', script, '--', '--ci', '--json', `--outputFile=${file}`, '--silent=false', ...options];
    const { code, seconds, stderr } = await runCommand('npm', args, { cwd: root, environment });
    const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    rmSync(folder, { recursive: true });
    if (!results) return report.add(name, { passed: 0, failed: 1 }, { seconds, output: stderr });
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const note = results.numPendingTests > 0 ? `; ${results.numPendingTests} skipped` : '';
    const counted = { passed: results.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, note };
    report.add(name, counted, { seconds, output: stderr });
  }

  /** A program whose output says how much passed and failed. @param count reads it. */
  async function program(name, args, count) {
    begin(name);
    const { code, seconds, stdout, all } = await runCommand(process.execPath, args, { cwd: root });
    const counted = count(stdout);
    if (code !== 0 && counted.failed === 0) counted.failed = 1;
    report.add(name, counted, { seconds, output: all });
  }

  return { check, tests, program };
}
