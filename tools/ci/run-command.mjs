import { spawn } from 'node:child_process';

/** The most output that is kept to be read, in characters. */
const KEPT = 1_000_000;

/**
 * Runs a command, shows what it prints, and answers its exit code, the seconds it took and its standard output.
 * @param options.environment variables beside those of this process; `quietStdout` shows only standard error.
 */
export function runCommand(command, args, { cwd, environment = {}, quietStdout = false }) {
  const started = Date.now();
  const env = { ...process.env, CI: 'true', NX_DAEMON: 'false', NX_TUI: 'false', ...environment };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output = (output + chunk).slice(-KEPT);
    if (!quietStdout) process.stdout.write(chunk);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, seconds: 0, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, seconds: (Date.now() - started) / 1000, output }));
  });
}
