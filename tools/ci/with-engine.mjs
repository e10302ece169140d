import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Starts a Docker engine as a separate process, calls `use` with the environment variables for
 * clients of the engine, and stops the engine.
 * @returns the reason if no engine can be started; undefined if `use` was called.
 */
export async function withEngine(root, use) {
  const child = spawn(process.execPath, [path.join(root, 'tools/docker/engine.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    new Promise((resolve) => lines.once('line', resolve)),
    exited.then(() => undefined),
  ]);
  const host = /^DOCKER_HOST=(.+)$/.exec(line ?? '')?.[1];
  if (host === undefined) {
    await exited;
    return errors.trim().split('\n').at(-1) || 'the engine did not start';
  }
  try {
    await use({ DOCKER_HOST: host });
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
  return undefined;
}
