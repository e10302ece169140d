// Installs the generator of Python clients into a virtual environment: node tools/ci/python-generator.mjs FOLDER
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version is fixed, so that a new one cannot fail the tests of an old release. */
const GENERATOR = 'openapi-python-client==0.29.1';

const run = (command, args) => spawnSync(command, args, { encoding: 'utf8', timeout: 300_000 });

/** @returns why there is no generator in `folder`; undefined if there is one, which is then in its folder `bin`. */
export function missingGenerator(folder) {
  if (existsSync(path.join(folder, 'bin/openapi-python-client'))) return undefined;
  if (run('python3', ['-m', 'venv', '--help']).status !== 0) return 'python3 with venv is not on the path';
  const made = run('python3', ['-m', 'venv', folder]);
  if (made.status !== 0) return `python3 -m venv failed: ${made.stderr || made.stdout}`;
  const { status, stderr } = run(path.join(folder, 'bin/pip'), ['install', '-q', GENERATOR]);
  return status === 0 ? undefined : `pip could not install ${GENERATOR}: ${stderr.trim().split('\n').at(-1)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reason = missingGenerator(process.argv[2]);
  if (reason !== undefined) console.error(reason);
  process.exitCode = reason === undefined ? 0 : 1;
}
