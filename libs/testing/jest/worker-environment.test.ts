import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-worker-'));
afterAll(() => rmSync(folder, { recursive: true }));

const results = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() });

/**
 * Runs the same test file under two names in one worker. Each run makes changes to the worker that
 * the other run must not find.
 */
function runTwoFiles() {
  for (const name of ['first', 'second']) {
    copyFileSync(path.join(__dirname, 'leftovers.cjs'), path.join(folder, `${name}.test.cjs`));
  }
  writeFileSync(path.join(folder, 'local.cjs'), "module.exports = { state: 'new' };");
  const config = {
    rootDir: folder,
    testMatch: ['**/*.test.cjs'],
    testEnvironment: path.join(__dirname, 'worker-environment.cjs'),
    runtime: path.join(__dirname, 'worker-runtime.cjs'),
    transform: {},
  };
  const jest = path.resolve(__dirname, '../../../node_modules/jest/bin/jest.js');
  const args = [jest, '--config', JSON.stringify(config), '--runInBand', '--json'];
  const loads = path.join(folder, 'loads');
  const stateless = path.resolve(__dirname, '../../contracts/src/platform/services.json');
  const env = { ...process.env, KEPT: '1', LOADS: loads, STATELESS: stateless, KEYHAVEN_TIME_FACTOR: '1000' };
  const printed = execFileSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { ...results.parse(JSON.parse(printed)), loads: readFileSync(loads, 'utf8') };
}

describe('the jest environment of a worker', () => {
  it('undoes the changes that each test file makes to the worker, and loads packages only once', () => {
    expect(runTwoFiles()).toEqual({ numPassedTests: 8, numFailedTests: 0, success: true, loads: '1/1 2/2 ' });
  });
});
