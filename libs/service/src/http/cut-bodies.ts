import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * How many bytes of a body are read after the request was answered. They are read because some
 * clients read the response only after they have sent the whole body.
 */
const MAX_BYTES = 1_000_000;
/**
 * How long after the response the connection is closed if the body is still incomplete, in
 * milliseconds.
 */
const MAX_MS = 2000;

/**
 * Closes a connection if the client keeps sending the body of a request that was already answered.
 * Closing a connection with unread bytes resets it, and a client that is still sending may then
 * lose the response. So the connection stays open for MAX_MS in any case, but after MAX_BYTES
 * nothing more is read from it.
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
  // This listener runs after that of the HTTP parser, so `complete` is up to date.
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
  // Node reads a connection natively until its socket gets a `data` listener. If the connection is
  // paused at that moment, Node never resumes it, and the next request on it gets no response. So
  // wait until the connection is resumed before adding the listener.
  setImmediate(() => {
    if (request.complete) stop();
    else socket.on('data', count);
  });
}
