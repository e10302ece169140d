import { spawn } from 'node:child_process';

/** The maximum number of characters of output to keep. Older output is dropped. */
const MAX_OUTPUT = 5_000_000;

/**
 * Runs a command.
 * @param options.environment variables in addition to those of this process.
 * @returns the exit code, the seconds that it took, and its output: `stdout`, `stderr`, and `all` with both.
 */
export function runCommand(command, args, { cwd, environment = {} }) {
  const started = Date.now();
  const env = { ...process.env, CI: 'true', NX_DAEMON: 'false', NX_TUI: 'false', ...environment };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kept = { stdout: '', stderr: '', all: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      kept[name] = (kept[name] + chunk).slice(-MAX_OUTPUT);
      kept.all = (kept.all + chunk).slice(-MAX_OUTPUT);
    });
  }
  return new Promise((resolve) => {
    const ended = (code) => resolve({ code, seconds: (Date.now() - started) / 1000, ...kept });
    child.on('error', (error) => {
      kept.all += String(error);
      ended(1);
    });
    child.on('close', (code) => ended(code ?? 1));
  });
}
