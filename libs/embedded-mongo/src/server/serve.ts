import net from 'node:net';
import { Engine } from '../storage/engine';
import { Snapshots } from '../storage/snapshots';
import { startTtlSweep } from './ttl-sweep';
import type { ServerState } from './execution/command';
import { Connection } from './connection';
import { CursorRegistry } from './execution/cursor-registry';
import { createDispatcher } from './dispatch';
import { listenOnNetwork, type NetworkAddress } from './network-address';
import { listenPrivately } from './private-socket';

/**
 * The size of the chunks in Node's buffer pool, in bytes. Buffers of up to half this size share a
 * chunk. A separate allocation for each small document would need more memory than the document
 * itself.
 */
const BUFFER_POOL_BYTES = 256 * 1024;

export interface ServeOptions {
  /** The folder for the data. It is created if it is missing. */
  folder: string;
  /**
   * The network address to listen on, without credentials. If undefined, the database listens on a
   * socket that only this user can open.
   */
  address?: NetworkAddress;
  /** How long an unused cursor stays open, in milliseconds. Default: 10 minutes. */
  cursorIdleMs?: number;
  /**
   * Called when the disk can no longer be written. From then on, the server replies to every command with this error.
   */
  onFailure?: (error: Error) => void;
}

export interface Server {
  /** The URI for drivers. */
  uri: string;
  /** The path of the socket; empty if the database listens on a network address. */
  socketPath: string;
  /** Closes the connections, finishes pending writes, and releases the folder. */
  close(): Promise<void>;
}

/**
 * Serves a database folder in this thread. Called by the worker thread, by the separate process and
 * by tests.
 * @throws Error with the folder, the path of the socket or the address if one of them cannot be
 * used
 */
export async function serve({ folder, address, cursorIdleMs, onFailure }: ServeOptions): Promise<Server> {
  Buffer.poolSize = BUFFER_POOL_BYTES;
  const engine = await Engine.open(folder, onFailure);
  const sockets = new Set<net.Socket>();
  const cursors = new CursorRegistry(engine.memory, cursorIdleMs);
  const snapshots = new Snapshots(engine);
  const state: ServerState = { engine, cursors, snapshots, startedAt: new Date(), connections: () => sockets.size };
  const dispatch = createDispatcher(state);
  let lastConnectionId = 0;
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new Connection(++lastConnectionId, socket, dispatch);
  });
  let listening: { uri: string; path?: string; remove?: () => void };
  try {
    listening = address ? { uri: await listenOnNetwork(listener, address) } : await listenPrivately(listener, folder);
  } catch (error) {
    cursors.close();
    await engine.close();
    throw error;
  }
  const sweep = startTtlSweep(engine);
  return {
    uri: listening.uri,
    socketPath: listening.path ?? '',
    async close() {
      sweep.stop();
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      cursors.close();
      snapshots.closeAll();
      listening.remove?.();
      await engine.close();
    },
  };
}
