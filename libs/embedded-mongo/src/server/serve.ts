import net from 'node:net';
import { Engine } from '../storage/engine';
import { startTtlSweep } from './ttl-sweep';
import type { ServerState } from './command';
import { Connection } from './connection';
import { CursorRegistry } from './cursor-registry';
import { createDispatcher } from './dispatch';
import { listenPrivately, type PrivateSocket } from './private-socket';

/**
 * The size of Node's buffer pool. Documents and replies of up to half this size share its buffers, because a separate
 * buffer costs more memory than their bytes.
 */
const BUFFER_POOL_BYTES = 256 * 1024;

export interface ServeOptions {
  /** The folder of the data; created if it is missing. */
  folder: string;
  /** How long an unused cursor stays open, in milliseconds; 10 minutes by default. */
  cursorIdleMs?: number;
  /** Called when the disk cannot be written. After that the server answers every command with this error. */
  onFailure?: (error: Error) => void;
}

export interface Server {
  /** The address for drivers. */
  uri: string;
  socketPath: string;
  /** Closes the connections, finishes the pending writes, and releases the folder. */
  close(): Promise<void>;
}

/**
 * Serves a folder in this thread. Used by the worker thread, the separate process and tests.
 * @throws Error naming the folder or the socket, when one of them cannot be used
 */
export async function serve({ folder, cursorIdleMs, onFailure }: ServeOptions): Promise<Server> {
  Buffer.poolSize = BUFFER_POOL_BYTES;
  const engine = await Engine.open(folder, onFailure);
  const sockets = new Set<net.Socket>();
  const cursors = new CursorRegistry(engine.memory, cursorIdleMs);
  const state: ServerState = { engine, cursors, startedAt: new Date(), connections: () => sockets.size };
  const dispatch = createDispatcher(state);
  let lastConnectionId = 0;
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new Connection(++lastConnectionId, socket, dispatch);
  });
  let address: PrivateSocket;
  try {
    address = await listenPrivately(listener, folder);
  } catch (error) {
    cursors.close();
    await engine.close();
    throw error;
  }
  const sweep = startTtlSweep(engine);
  return {
    uri: address.uri,
    socketPath: address.path,
    async close() {
      sweep.stop();
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      cursors.close();
      address.remove();
      await engine.close();
    },
  };
}
