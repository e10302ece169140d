import { createHash } from 'node:crypto';
import { statSync, unlinkSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks a folder for this server. The lock is a local socket. Its name is derived from the device
 * and inode of the folder, so every path of the folder has the same lock. Threads of one process
 * exclude each other too.
 *
 * On Linux (abstract socket) and Windows (named pipe) the system removes the socket when the
 * process ends for any reason. So there is no lock file to clean up, and no process id to check. On
 * other systems it is a socket file, which is ignored unless a server answers on it. Two machines
 * that use the same volume do not exclude each other, and neither do two containers with separate
 * networks.
 * @throws Error with the path of the folder if another server has the lock
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const address = lockAddress(folder);
  const server = await listen(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (address.startsWith('/') && !(await answers(address))) {
      unlinkSync(address);
      return listen(address).catch(() => undefined);
    }
    return undefined;
  });
  if (!server) throw new Error(`another embedded database server is running on the folder ${folder}`);
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function lockAddress(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  const name = `embedded-mongo-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return path.join(tmpdir(), `${name}.sock`);
}

function listen(address: string): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(address, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
