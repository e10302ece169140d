import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Starts the embedded database as a process with a new folder, calls `use`, and stops the process.
 * @param use a function that receives the address of the database, a function that stops the
 *   database early, and the command that starts the database again with the same folder and
 *   address.
 */
export async function withDatabase(root, use) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-ci-'));
  const settings = { KEYHAVEN_DATA: folder };
  const program = path.join(root, 'dist/libs/embedded-mongo/main.js');
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const uri = await new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = /mongodb:\/\/\S+(?=\s)/.exec(printed);
      if (found) resolve(found[0]);
    });
    void exited.then((code) => reject(new Error(`the embedded database ended with ${code}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const command = [
    'env',
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    process.execPath,
    program,
  ];
  try {
    await use({ uri, stop, command });
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
