import { spawn } from 'node:child_process';

/** The most output of a command that is kept, in characters. */
const KEPT = 5_000_000;

/**
 * Runs a command and answers its exit code, the seconds that it took, and what it printed.
 * @param options.environment variables in addition to those of this process. `stdout` holds standard output alone.
 */
export function runCommand(command, args, { cwd, environment = {} }) {
  const started = Date.now();
  const env = { ...process.env, CI: 'true', NX_DAEMON: 'false', NX_TUI: 'false', ...environment };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kept = { stdout: '', stderr: '', all: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      kept[name] = (kept[name] + chunk).slice(-KEPT);
      kept.all = (kept.all + chunk).slice(-KEPT);
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
