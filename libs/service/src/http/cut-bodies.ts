import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * What is still read of a body after its request was answered: a client that sends all before it reads sees the answer.
 * Then the connection is closed.
 */
const MAX_BYTES = 1_000_000;
const MAX_MS = 2000;

/** Ends connections whose client goes on sending the body of a request that was answered already. */
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
  // Behind the parser, which has read these bytes by then.
  const count = (chunk: Buffer) => {
    read += chunk.length;
    if (request.complete) stop();
    else if (read > MAX_BYTES) socket.destroy();
  };
  socket.on('data', count).on('close', stop);
  request.unpipe().resume();
}
