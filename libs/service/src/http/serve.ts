import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorRegistry, type ErrorCode } from '@keyhaven/contracts/shared/errors';
import type { Express } from 'express';
import { cutAnsweredBodies } from './cut-bodies';
import { limitPipelining } from './pipelined-requests';

/**
 * How long an idle connection stays open, in milliseconds. The gateway closes its idle connections
 * earlier (after 30 s), so it does not send a request on a connection that the service is just
 * closing.
 */
const KEEP_ALIVE_MS = 75_000;
/**
 * The maximum size of a request's headers, in bytes, including its URL. A query with a thousand ids
 * fits.
 */
const MAX_HEADER_BYTES = 64 * 1024;
/**
 * How long a client may take to send the headers, and to send the whole request, in milliseconds.
 */
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 120_000;
/**
 * How often the server looks for connections that exceed HEADERS_TIMEOUT_MS or REQUEST_TIMEOUT_MS,
 * in milliseconds.
 */
const CHECK_TIMEOUTS_EVERY_MS = 1000;
/**
 * How many connections may wait to be accepted while the process is busy. With Node's default of
 * 511, a burst of 1,000 clients overflows the queue. Some clients then connect only after a second
 * or more. Others believe that they are connected, but the server does not know them. The operating
 * system may lower this number (`net.core.somaxconn`).
 */
const MAX_NOT_ACCEPTED = 4096;
/**
 * After a request that is not valid HTTP, the client may take this long to read the response and to
 * close its side of the connection, in milliseconds.
 */
const LINGER_MS = 2000;

export interface RunningServer {
  port: number;
  url: string;
  server: http.Server;
  /**
   * Accepts no more connections, and waits for requests in progress. After `withinMs`, closes their
   * connections.
   */
  close(withinMs: number): Promise<void>;
}

/**
 * Starts an HTTP server.
 * @param setting the name of the setting for the port, for the error message.
 * @throws Error with a message for the operator if the port is in use or cannot be opened.
 */
export async function serve(app: Express, host: string, port: number, setting = 'PORT'): Promise<RunningServer> {
  const server = http.createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The app refuses a missing Host header itself, with the usual error body.
      requireHostHeader: false,
    },
    limitPipelining(app),
  );
  // Node would silently drop headers beyond a maximum number, so the app checks the number of
  // headers itself. maxHeaderSize limits the total size of the headers.
  server.maxHeadersCount = 0;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  cutAnsweredBodies(server);
  server.on('clientError', answerClientError);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; set ${setting} to another one`) : error),
    );
    server.listen({ port, host, backlog: MAX_NOT_ACCEPTED }, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    server,
    close: (withinMs) => closeServer(server, sockets, withinMs),
  };
}

async function closeServer(server: http.Server, sockets: ReadonlySet<Socket>, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // The connections on which nothing had arrived at the previous check.
  let silent = new Set<Socket>();
  const closeUnused = () => {
    server.closeIdleConnections();
    // Node does not count a connection as idle before its first request. Browsers and HTTP clients
    // often open such connections in advance.
    const still = [...sockets].filter((socket) => socket.bytesRead === 0);
    // A request may be on its way, so wait until the connection was silent twice.
    for (const socket of still) if (silent.has(socket)) socket.destroy();
    silent = new Set(still);
  };
  closeUnused();
  // Close connections as soon as they become idle. Otherwise each would delay the shutdown by
  // its keep-alive time.
  const idle = setInterval(closeUnused, 50);
  const force = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}

function describeClientError({ code }: NodeJS.ErrnoException): [ErrorCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return [
      'headers_too_large',
      `the address and headers are too large; at most ${MAX_HEADER_BYTES} bytes are accepted`,
    ];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['request_timeout', 'the request did not arrive in time; send it again'];
  return ['bad_request', 'the request is not valid HTTP'];
}

/**
 * Whether a response has already begun on the connection. The client would read a second response
 * as part of the first.
 */
function hasBegunToAnswer(socket: Duplex): boolean {
  return (socket as { _httpMessage?: http.ServerResponse | null })._httpMessage?.headersSent === true;
}

/**
 * Sends the usual error body for a request that Node's parser refuses. Such a request reaches no
 * handler.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) return void socket.destroy();
  const [code, message] = describeClientError(error);
  const { status } = errorRegistry[code];
  const body = JSON.stringify({ messages: [message], status: code, status_code: status });
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A client that has vanished never closes its side. Without the timer, the connection would
  // stay open forever.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
