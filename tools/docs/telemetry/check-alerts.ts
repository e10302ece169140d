/**
 * `npm run docs:alerts -- PROMTOOL` checks the alert rules with promtool, and runs their unit tests. PROMTOOL is the
 * path of promtool. `node tools/ci/promtool.mjs` downloads promtool and prints its path.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { RULE_FILE, ruleTests } from './rule-file';
import { root } from './write-telemetry';

const promtool = process.argv[2] ?? 'promtool';
const rules = path.join(root, RULE_FILE);
const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-alerts-'));
const tests = path.join(folder, 'rules.test.yml');
writeFileSync(tests, ruleTests(rules));
const failed = [
  ['check', 'rules', '--lint=all', '--lint-fatal', rules],
  ['test', 'rules', tests],
].filter((args) => {
  const { status, error } = spawnSync(promtool, args, { stdio: 'inherit' });
  if (error) console.error(`promtool could not be started: ${error.message}`);
  return status !== 0;
});
rmSync(folder, { recursive: true });
process.exitCode = failed.length === 0 ? 0 : 1;
