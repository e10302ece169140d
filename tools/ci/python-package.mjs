// Installs a program from PyPI into a virtual environment of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const run = (command, args) => spawnSync(command, args, { encoding: 'utf8', timeout: 300_000 });

/**
 * @param folder the virtual environment. The program is installed in its folder `bin`.
 * @param requirement the package with its version, such as `schemathesis==4.32.0`.
 * @returns the reason if the program cannot be installed; otherwise undefined.
 */
export function missingPythonProgram(folder, program, requirement) {
  const installed = path.join(folder, 'installed.txt');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === requirement) return undefined;
  if (run('python3', ['-m', 'venv', '--help']).status !== 0) return 'python3 with venv is not on the path';
  const made = run('python3', ['-m', 'venv', folder]);
  if (made.status !== 0) return `python3 -m venv failed: ${made.stderr || made.stdout}`;
  const { status, stderr } = run(path.join(folder, 'bin/pip'), ['install', '-q', requirement]);
  if (status !== 0) return `pip could not install ${requirement}: ${stderr.trim().split('\n').at(-1)}`;
  if (!existsSync(path.join(folder, 'bin', program))) return `${requirement} contains no program ${program}`;
  writeFileSync(installed, requirement);
  return undefined;
}
