import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * How much of a request's body is read after the request was answered, in bytes. It is read because some clients read
 * the answer only after they sent the whole body.
 */
const MAX_BYTES = 1_000_000;
/** How long after the answer the connection is closed if the body is still not complete, in milliseconds. */
const MAX_MS = 2000;

/**
 * Closes connections whose clients keep sending the body of a request that was already answered. Closing a connection
 * with unread bytes resets it, and a client that notices this while it sends does not read the answer. So the client
 * always has the whole time to read it, even if it sends more bytes than the limit.
 */
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
    else if (read > MAX_BYTES) stopReading();
  };
  const stopReading = () => {
    socket.off('data', count);
    request.pause();
    socket.pause();
  };
  socket.on('close', stop);
  request.unpipe().resume();
  // Node reads a connection natively until its socket gets a listener for data. If the connection is paused at that
  // time, because the body came faster than it was read, Node never resumes it. The next request on it would get no
  // answer. So the listener is added when the connection has been resumed.
  setImmediate(() => {
    if (request.complete) stop();
    else socket.on('data', count);
  });
}
