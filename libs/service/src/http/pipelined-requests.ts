import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The maximum number of requests of one connection that are handled at the same time. Further ones wait. */
export const MAX_AT_ONCE = 8;
/**
 * The maximum number of requests of one connection that wait. Node parses 64 kB at a time, which can be that many
 * requests. Few clients send a second request before the first is answered.
 */
export const MAX_WAITING = 2000;

/** The requests of a connection that are not answered yet. */
interface Unanswered {
  handled: Set<ServerResponse>;
  waiting: [request: IncomingMessage, response: ServerResponse][];
}

/**
 * Limits how many requests of one connection are handled at the same time (pipelining), and closes connections on which
 * too many wait. Otherwise one connection could use all that the gateway allows to a service, and could collect any
 * number of answers in memory by not reading them.
 *
 * Every response that is passed to `handle` emits `close`. When a client disconnects, Node before version 24 does not
 * close the responses that wait for an earlier one, and whoever counts open responses would count them for ever.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Unanswered>();

  const start = (unanswered: Unanswered, request: IncomingMessage, response: ServerResponse) => {
    const { handled, waiting } = unanswered;
    handled.add(response);
    response.once('close', () => {
      handled.delete(response);
      const next = waiting.shift();
      if (next && !request.socket.destroyed) start(unanswered, ...next);
    });
    handle(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    // Node emits the remaining requests of a packet after the connection was closed.
    if (socket.destroyed) return;
    let unanswered = connections.get(socket);
    if (!unanswered) {
      unanswered = { handled: new Set(), waiting: [] };
      connections.set(socket, unanswered);
      closeTogether(socket, unanswered);
    }
    if (unanswered.handled.size < MAX_AT_ONCE) return start(unanswered, request, response);
    if (unanswered.waiting.length < MAX_WAITING) unanswered.waiting.push([request, response]);
    else socket.destroy();
  };
}

/** Closes the responses of a connection when it is closed. */
function closeTogether(socket: Socket, { handled, waiting }: Unanswered): void {
  socket.once('close', () => {
    waiting.length = 0;
    for (const response of handled) {
      // Node itself closes the response that is being sent, and those that were sent.
      if (response.socket === socket || response.writableFinished) continue;
      response.destroy();
      response.emit('close');
    }
  });
}
