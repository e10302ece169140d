import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The maximum number of waiting requests on one connection. Node parses up to 64 kB at a time,
 * which can contain this many requests. Few clients send a request before the previous one is
 * answered.
 */
export const MAX_WAITING = 2000;

type Exchange = [request: IncomingMessage, response: ServerResponse];

/**
 * Handles pipelined requests one after the other: the next request of a connection starts when the
 * previous response is sent. Closes a connection if too many requests are waiting on it.
 *
 * Otherwise one connection could use up all the calls that the gateway may send to a service. And
 * if a client does not read its responses, they could pile up in memory. After the client has
 * disconnected, its waiting requests are not handled.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  /** For each connection with a request in progress, the requests that are waiting. */
  const connections = new WeakMap<Socket, Exchange[]>();

  const start = (waiting: Exchange[], [request, response]: Exchange) => {
    const { socket } = request;
    response.once('close', () => {
      const next = waiting.shift();
      if (socket.destroyed) waiting.length = 0;
      else if (next) start(waiting, next);
      else connections.delete(socket);
    });
    handle(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    // After the connection was closed, Node still emits the remaining requests of a packet.
    if (socket.destroyed) return;
    const waiting = connections.get(socket);
    if (waiting === undefined) {
      const later: Exchange[] = [];
      connections.set(socket, later);
      start(later, [request, response]);
    } else if (waiting.length < MAX_WAITING) waiting.push([request, response]);
    else socket.destroy();
  };
}
