import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorRegistry, type ErrorCode } from '@keyhaven/contracts/shared/errors';
import type { Express } from 'express';
import { cutAnsweredBodies } from './cut-bodies';

/** Longer than our own clients keep idle connections: the gateway's agent closes them first (after 30 s). */
const KEEP_ALIVE_MS = 75_000;
/** Long enough for a query with a thousand ids. */
const MAX_HEADER_BYTES = 64 * 1024;
/** How long a client may take to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 120_000;
/** How often the server looks for connections that exceed these times. */
const CHECK_TIMEOUTS_EVERY_MS = 1000;

export interface RunningServer {
  port: number;
  url: string;
  server: http.Server;
  /** Accepts no more connections, waits for requests in flight within the time, and ends. */
  close(withinMs: number): Promise<void>;
}

/**
 * @param setting names the setting of the port in the error message.
 * @throws Error when the port is taken or cannot be listened on, with a message for the operator.
 */
export async function serve(app: Express, host: string, port: number, setting = 'PORT'): Promise<RunningServer> {
  const server = http.createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The app itself refuses a missing Host, with the usual error body.
      requireHostHeader: false,
    },
    app,
  );
  // Node silently drops headers beyond its limit, so the app counts them. Their size is limited above.
  server.maxHeadersCount = 0;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  cutAnsweredBodies(server);
  server.on('clientError', answerClientError);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; set ${setting} to another one`) : error),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    server,
    close: (withinMs) => closeServer(server, withinMs),
  };
}

async function closeServer(server: http.Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Otherwise a connection that becomes idle after its last answer would delay the end until its keep-alive time is
  // over.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const force = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}

function wordClientError({ code }: NodeJS.ErrnoException): [ErrorCode, string] {
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

/** Whether another answer is being written on the connection: a second one would be read as part of it. */
function hasBegunToAnswer(socket: Duplex): boolean {
  return (socket as { _httpMessage?: http.ServerResponse | null })._httpMessage?.headersSent === true;
}

/** Requests that Node's parser refuses before any handler runs also get the usual error body. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) return void socket.destroy();
  const [code, message] = wordClientError(error);
  const { status } = errorRegistry[code];
  const body = JSON.stringify({ messages: [message], status: code, status_code: status });
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
