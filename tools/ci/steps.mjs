// The kinds of steps. Each step runs a command, counts what passed and failed, and adds the result to the report.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from './run-command.mjs';

/**
 * The maximum number of failed test files that are run again. If more fail, none is run again, because a busy machine
 * is not the cause.
 */
const MAX_REPEATED = 8;

/** The exit code of a program that cannot run on this machine. */
const NOT_HERE = 2;

/** Reads the last line `N passed, N failed` of a program. */
export function passedAndFailed(output) {
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed/gm)].pop();
  return found ? { passed: Number(found[1]), failed: Number(found[2]) } : { passed: 0, failed: 1 };
}

/**
 * Multiplies the time limits of tests by 4, because two lanes share the processor, and the machine
 * may be slow.
 */
const patient = { KEYHAVEN_TIME_FACTOR: '4' };

export function stepsOf(root, report) {
  const begin = (name) => console.log(`--- ${name} begins`);

  /** Runs a command that passes or fails as a whole. */
  async function check(name, command, args, environment = {}) {
    begin(name);
    const { code, seconds, all } = await runCommand(command, args, { cwd: root, environment });
    const isPassed = code === 0;
    report.add(name, { passed: Number(isPassed), failed: Number(!isPassed) }, { seconds, output: all });
    return isPassed;
  }

  /**
   * Runs a script of package.json that runs jest, and counts jest's tests. If only a few files fail, they are run once
   * more, one after the other, because some tests fail only on a busy machine. Tests that pass in the second run are
   * reported as unstable. Suites with `isRepeatable: false` are not repeated, because even one failure of such a suite
   * shows a fault.
   */
  async function tests(name, script, environment = {}, options = [], { isRepeatable = true } = {}) {
    begin(name);
    const first = await runJest(script, environment, options);
    const { results, counted } = first;
    const failedFiles = results?.testResults.filter(({ status }) => status === 'failed') ?? [];
    const few = failedFiles.length > 0 && failedFiles.length <= MAX_REPEATED;
    if (!isRepeatable || counted.failed === 0 || !few) {
      report.noteFailed(name, failedTitles(failedFiles));
      return report.add(name, counted, first);
    }

    const paths = failedFiles.map((file) => file.name);
    const again = await runJest(script, environment, ['--maxWorkers=1', '--runTestsByPath', ...paths]);
    const passedAgain = counted.failed - again.counted.failed;
    if (again.results && passedAgain > 0) {
      counted.passed += passedAgain;
      counted.failed = again.counted.failed;
      const stillFailed = failedTitles(again.results.testResults);
      report.noteUnstable(
        name,
        failedTitles(failedFiles).filter((title) => !stillFailed.some((failed) => failed.startsWith(title))),
      );
    }
    report.noteFailed(name, failedTitles(again.results?.testResults ?? failedFiles));
    const output = `${first.output}\n--- repeated:\n${again.output}`;
    report.add(name, counted, { seconds: first.seconds + again.seconds, output });
  }

  /** Returns the names of the failed tests of files, and the paths of the files that could not be run. */
  function failedTitles(files) {
    return files
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, assertionResults }) => {
        const file = path.relative(root, name);
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file}: ${fullName}`);
      });
  }

  async function runJest(script, environment, options) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-ci-'));
    const file = path.join(folder, 'results.json');
    const args = ['run', script, '--', '--ci', '--json', `--outputFile=${file}`, '--silent=false', ...options];
    const { code, seconds, stderr } = await runCommand('npm', args, {
      cwd: root,
      environment: { ...patient, ...environment },
    });
    const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    rmSync(folder, { recursive: true });
    if (!results) return { counted: { passed: 0, failed: 1 }, seconds, output: stderr };
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const note = results.numPendingTests > 0 ? `; ${results.numPendingTests} skipped` : '';
    const counted = { passed: results.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, note };
    return { results, counted, seconds, output: stderr };
  }

  /**
   * Runs a program that prints how many of its checks passed and failed.
   * @param count a function that reads both numbers from the output of the program.
   * @param options.isOptional whether exit code 2 of the program means that it cannot run on this
   *   machine. If so, the last line of its standard error is the reason.
   */
  async function program(name, args, count, { environment = {}, isOptional = false } = {}) {
    begin(name);
    const { code, seconds, stdout, stderr, all } = await runCommand(process.execPath, args, { cwd: root, environment });
    if (isOptional && code === NOT_HERE) return skip(name, stderr.trim().split('\n').at(-1));
    const counted = count(stdout);
    if (code !== 0 && counted.failed === 0) counted.failed = 1;
    report.add(name, counted, { seconds, output: all });
  }

  /** Reports that a step cannot run on this machine. */
  function skip(name, reason) {
    console.warn(`--- SKIPPED ${name}: ${reason}`);
    report.skip(name, reason);
  }

  return { check, tests, program, skip };
}
