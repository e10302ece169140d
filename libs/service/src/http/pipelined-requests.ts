import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The maximum number of requests of one connection that wait. Node parses 64 kB at a time, which can contain that many
 * requests. Few clients send a second request before the first is answered.
 */
export const MAX_WAITING = 2000;

type Exchange = [request: IncomingMessage, response: ServerResponse];

/**
 * Handles the requests of one connection one after the other (pipelining), and closes connections on which too many
 * wait. Otherwise one connection could use up all the calls that the gateway allows to a service. And a client that
 * does not read its answers could make any number of them pile up in memory. No request is handled while an earlier
 * answer of its connection is not sent, or after the client has disconnected.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  /** The requests that wait on each connection that has a request in progress. */
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
    // Node emits the remaining requests of a packet after the connection was closed.
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
