import net from 'node:net';
import { Engine } from '../storage/engine';
import { startTtlSweep } from './ttl-sweep';
import type { ServerState } from './command';
import { Connection } from './connection';
import { CursorRegistry } from './cursor-registry';
import { createDispatcher } from './dispatch';

export interface ServeOptions {
  /** Where the data lies; made when it is not there. */
  folder: string;
  /** 0 or missing for any free one. */
  port?: number;
  host?: '127.0.0.1';
  /** Called when the disk could not be written: the server answers nothing but that error from then on. */
  onFailure?: (error: Error) => void;
}

export interface Server {
  port: number;
  /** Ends the connections, finishes the writes that were asked for, and lets go of the folder. */
  close(): Promise<void>;
}

/**
 * Serves a folder in this thread: for the worker, for the process of its own, and for tests.
 * @throws Error naming the folder or the port, when one of them is taken
 */
export async function serve({ folder, port = 0, host = '127.0.0.1', onFailure }: ServeOptions): Promise<Server> {
  const engine = await Engine.open(folder, onFailure);
  const sockets = new Set<net.Socket>();
  const state: ServerState = {
    engine,
    cursors: new CursorRegistry(),
    startedAt: new Date(),
    port,
    connections: () => sockets.size,
  };
  const dispatch = createDispatcher(state);
  let lastConnectionId = 0;
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new Connection(++lastConnectionId, socket, dispatch);
  });
  try {
    state.port = await listen(listener, port, host);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const sweep = startTtlSweep(engine);
  return {
    port: state.port,
    async close() {
      sweep.stop();
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      await engine.close();
    },
  };
}

function listen(listener: net.Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    listener.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        taken
          ? new Error(`port ${port} on ${host} is taken by another program; set PORT to a free one`, { cause: error })
          : error,
      );
    });
    listener.listen(port, host, () => resolve((listener.address() as net.AddressInfo).port));
  });
}
