import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs';
import type net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * The longest path of a socket that works on all systems, in bytes. macOS allows 104 bytes and
 * Linux 108, including a zero byte at the end.
 */
const MAX_PATH_BYTES = 103;
const OWNER_ONLY = 0o700;

/** A local socket that only the user of this process can connect to. */
export interface PrivateSocket {
  path: string;
  /** The URI for drivers and tools. They recognise a socket because the path ends with `.sock`. */
  uri: string;
  /** Removes the files of the socket. Call this after the server has stopped listening. */
  remove(): void;
}

/**
 * Listens on a socket for a database folder. The caller must have locked the folder. So if a socket
 * exists already, a server that was killed has left it.
 *
 * The socket is `database.sock` in the folder, and other users lose access to the folder. If that
 * path cannot be used in a URI, or the access of other users cannot be removed, the socket is in the
 * system's temporary folder, in a subfolder whose name is derived from the database folder. So the
 * path is always the same. On Windows it is a named pipe: its default permissions let other users
 * read but not write, so they cannot send commands.
 * @throws Error with the path if it cannot be used in a URI or belongs to another user
 */
export async function listenPrivately(listener: net.Server, folder: string): Promise<PrivateSocket> {
  const socket = process.platform === 'win32' ? pipe(folder) : socketFile(folder);
  await new Promise<void>((resolve, reject) => {
    listener.once('error', (error) =>
      reject(new Error(`the embedded database cannot listen on ${socket.path}: ${error.message}`, { cause: error })),
    );
    listener.listen(socket.path, resolve);
  });
  if (process.platform !== 'win32') chmodSync(socket.path, 0o600);
  return socket;
}

function socketFile(folder: string): PrivateSocket {
  const inFolder = path.join(folder, 'database.sock');
  if (closeToOthers(folder) && isUsable(inFolder)) return socketAt(inFolder);
  const own = path.join(os.tmpdir(), `keyhaven-${nameOf(folder)}`);
  const file = path.join(own, 'database.sock');
  if (!isUsable(file))
    throw new Error(
      `the path of the embedded database's socket, ${file}, must have at most ${MAX_PATH_BYTES} bytes and no percent sign: choose another data folder, or set TMPDIR`,
    );
  mkdirSync(own, { mode: OWNER_ONLY, recursive: true });
  const { uid, mode } = lstatSync(own);
  if (!lstatSync(own).isDirectory() || uid !== process.getuid?.() || (mode & 0o077) !== 0)
    throw new Error(`the folder ${own} must belong to the user who runs the database, and have mode 0700`);
  return socketAt(file, () => rmdirSync(own));
}

/**
 * Whether a path can be used in a URI. MongoDB's driver decodes the path twice, which changes
 * percent signs.
 */
function isUsable(file: string): boolean {
  return Buffer.byteLength(file) <= MAX_PATH_BYTES && !file.includes('%');
}

function socketAt(file: string, removeFolder: () => void = () => undefined): PrivateSocket {
  rmSync(file, { force: true });
  return {
    path: file,
    uri: uriOf(file),
    remove() {
      rmSync(file, { force: true });
      removeFolder();
    },
  };
}

function pipe(folder: string): PrivateSocket {
  const name = `\\\\.\\pipe\\keyhaven-${nameOf(folder)}.sock`;
  return { path: name, uri: uriOf(name), remove: () => undefined };
}

function uriOf(socketPath: string): string {
  return `mongodb://${encodeURIComponent(socketPath)}`;
}

/** A name that is derived from the folder. It is the same for every path of this folder. */
function nameOf(folder: string): string {
  return createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
}

/**
 * Removes other users' access to the folder. Returns false if their access cannot be removed, such as on a file system
 * without permissions.
 */
function closeToOthers(folder: string): boolean {
  const isClosed = () => (statSync(folder).mode & 0o077) === 0;
  if (isClosed()) return true;
  try {
    chmodSync(folder, OWNER_ONLY);
  } catch {
    return false;
  }
  return isClosed();
}
