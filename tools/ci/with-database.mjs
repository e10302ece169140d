import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * Starts the embedded database as a process, on a folder and port of its own, lets `use` work with it, and ends it.
 * `use` gets its address, how to end it early, and the command that starts it again on the same folder and port.
 */
export async function withDatabase(root, use) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-ci-'));
  const port = await freePort();
  const settings = { KEYHAVEN_DATA: folder, PORT: String(port) };
  const program = path.join(root, 'dist/libs/embedded-mongo/main.js');
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
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
    await use({ uri: `mongodb://127.0.0.1:${port}`, stop, command });
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
