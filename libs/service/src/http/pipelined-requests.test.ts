import type { RequestListener, ServerResponse } from 'node:http';
import net from 'node:net';
import { type LoopbackServer, startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { until } from '@keyhaven/testing/until';
import { limitPipelining, MAX_WAITING } from './pipelined-requests';

const servers: LoopbackServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Starts a server and connects to it. */
async function connectTo(listener: RequestListener) {
  const server = await startLoopbackServer(listener);
  servers.push(server);
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => {});
  return {
    socket,
    /** Sends requests for /0, /1 and so on in one packet. */
    send: (count: number) =>
      socket.write(Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')),
    bodies: () => [...received.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, body]) => body),
  };
}

describe('pipelined requests', () => {
  /**
   * Sends 100 requests to a server that answers the latest request first.
   * @returns how many requests were handled at the same time.
   */
  async function mostAtOnce(limit: (handle: RequestListener) => RequestListener): Promise<number> {
    const running: { url?: string; response: ServerResponse }[] = [];
    let most = 0;
    const { socket, send, bodies } = await connectTo(
      limit(({ url }, response) => {
        running.push({ url, response });
        most = Math.max(most, running.length);
        setImmediate(() => {
          const newest = running.pop()!;
          newest.response.end(newest.url);
        });
      }),
    );
    send(100);
    await until(() => bodies().length === 100);
    expect(bodies()).toEqual(Array.from({ length: 100 }, (_, at) => `/${at}`));
    socket.destroy();
    return most;
  }

  it('are handled one after the other on each connection, and answered in order', async () => {
    expect(await mostAtOnce(limitPipelining)).toBe(1);
  });

  it('are handled at the same time if limitPipelining is not used', async () => {
    expect(await mostAtOnce((handle) => handle)).toBe(100);
  });

  it('are all answered if at most MAX_WAITING of them are waiting', async () => {
    const { socket, send, bodies } = await connectTo(limitPipelining(({ url }, response) => void response.end(url)));
    send(1 + MAX_WAITING);
    await until(() => bodies().length === 1 + MAX_WAITING);
    socket.destroy();
  });

  it('cause the connection to be closed if more than MAX_WAITING of them are waiting', async () => {
    let handled = 0;
    const { socket, send } = await connectTo(limitPipelining(() => void handled++));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    send(1 + MAX_WAITING + 1);
    await closed;
    expect(handled).toBe(1);
  });

  /**
   * Sends five requests, disconnects, and then answers the first.
   * @returns how many requests were handled, and how many of their responses were closed.
   */
  async function afterDisconnect(limit: (handle: RequestListener) => RequestListener) {
    const handled: ServerResponse[] = [];
    let closed = 0;
    let isGone = false;
    const { socket, send } = await connectTo(
      limit((request, response) => {
        handled.push(response);
        response.once('close', () => closed++);
        request.socket.once('close', () => setImmediate(() => (isGone = true)));
      }),
    );
    send(5);
    await until(() => handled.length > 0);
    socket.destroy();
    await until(() => isGone);
    handled[0]!.end();
    return { handled: handled.length, closed };
  }

  it('are not handled after the client has disconnected', async () => {
    expect(await afterDisconnect(limitPipelining)).toEqual({ handled: 1, closed: 1 });
  });

  it('are handled even after the client has disconnected if limitPipelining is not used', async () => {
    expect(await afterDisconnect((handle) => handle)).toMatchObject({ handled: 5 });
  });
});
