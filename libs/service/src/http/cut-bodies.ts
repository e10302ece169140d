import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Limits on reading a request's body after the request was answered. Some clients read the answer only after they sent
 * the whole body. Beyond either limit the connection is closed.
 */
const MAX_BYTES = 1_000_000;
const MAX_MS = 2000;

/** Closes connections whose clients keep sending the body of a request that was already answered. */
export function cutAnsweredBodies(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (!request.complete) cutBody(request);
    });
  });
}

function cutBody(request: IncomingMessage): void {
  const { socket } = request;
  let read = 0;
  const timer = setTimeout(() => {
    if (request.complete) stop();
    else socket.destroy();
  }, MAX_MS);
  const stop = () => {
    clearTimeout(timer);
    socket.off('data', count).off('close', stop);
  };
  // This listener runs after the parser's, so `complete` is up to date.
  const count = (chunk: Buffer) => {
    read += chunk.length;
    if (request.complete) stop();
    else if (read > MAX_BYTES) socket.destroy();
  };
  socket.on('close', stop);
  request.unpipe().resume();
  // Node reads a connection natively until its socket gets a listener for data. If the connection is paused at that time,
  // because the body came faster than it was read, Node never resumes it, and the next request on it gets no answer. So
  // the listener is added when the connection has been resumed.
  setImmediate(() => {
    if (request.complete) stop();
    else socket.on('data', count);
  });
}
