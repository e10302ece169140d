import type http from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RenamedConnection } from './renamed-connection';

/** The error of Node's parser for bytes that are not HTTP. */
export interface ParseError extends NodeJS.ErrnoException {
  /** How many bytes of `rawPacket` the parser accepted. */
  bytesParsed?: number;
  rawPacket?: Buffer;
}

type ClientErrorHandler = (error: ParseError, connection: Duplex) => void;

const METHOD = Buffer.from('TEST ');
/** How long the rest of the method's name may take to arrive, in milliseconds. */
const NAME_TIMEOUT_MS = 20_000;

/**
 * Makes a server accept the method TEST of the legacy quotes, which Node's parser refuses. The
 * parser stops after the letters TE, because no method that it supports begins with TES. When all
 * earlier requests have their responses, the remaining bytes of the connection are parsed again as
 * a POST. The handlers see the method as TEST.
 * @param otherwise a function that handles all other input that is not HTTP.
 */
export function takeTestMethod(
  server: http.Server,
  otherwise: ClientErrorHandler,
  nameTimeoutMs = NAME_TIMEOUT_MS,
): void {
  const renamed = new WeakSet<object>();
  const underWay = new WeakMap<object, number>();

  server.prependListener('request', (request, response) => {
    if (renamed.delete(request.socket)) request.method = 'TEST';
    const connection = request.socket;
    underWay.set(connection, (underWay.get(connection) ?? 0) + 1);
    response.once('close', () => {
      underWay.set(connection, underWay.get(connection)! - 1);
      connection.emit('answered');
    });
  });

  const parseAsPost = (connection: Duplex, message: Buffer) => {
    const socket = connection instanceof RenamedConnection ? connection.socket : (connection as Socket);
    if (connection instanceof RenamedConnection) connection.retire();
    const next = new RenamedConnection(socket, Buffer.concat([Buffer.from('POST '), message.subarray(METHOD.length)]));
    renamed.add(next);
    server.emit('connection', next);
  };

  server.removeAllListeners('clientError');
  server.on('clientError', (error: ParseError, connection: Duplex) => {
    const begin = error.code === 'HPE_INVALID_METHOD' ? refusedMessage(error) : undefined;
    if (!begin || !mayBeTest(begin)) return otherwise(error, connection);
    takeFrom(connection);
    let message = begin;
    const collect = (chunk: Buffer) => {
      message = Buffer.concat([message, chunk]);
      // Stop reading; later bytes stay in the socket.
      if (message.length >= METHOD.length) source.pause();
      decide();
    };
    const source = connection instanceof RenamedConnection ? connection.socket : connection;
    const timer = setTimeout(() => connection.destroy(), nameTimeoutMs).unref();
    const leave = () => void connection.destroy();
    const stopCollecting = () => {
      clearTimeout(timer);
      connection.off('answered', decide);
      source.off('data', collect).off('end', leave).off('close', stopCollecting);
    };
    const decide = () => {
      if (!mayBeTest(message)) {
        stopCollecting();
        return otherwise(error, connection);
      }
      if (message.length < METHOD.length) return;
      // From here on, the connection waits for the responses to earlier requests without a time limit.
      clearTimeout(timer);
      if ((underWay.get(connection) ?? 0) > 0) return;
      stopCollecting();
      parseAsPost(connection, message);
    };
    connection.on('answered', decide);
    source.on('close', stopCollecting).on('end', leave).on('data', collect);
    decide();
  });
}

/** Detaches a connection from the server's parser and from the idle timeout. */
function takeFrom(connection: Duplex): void {
  connection.removeAllListeners('data').removeAllListeners('end').removeAllListeners('timeout');
  if (connection instanceof RenamedConnection) connection.stopReading();
  if ('setTimeout' in connection) (connection as Socket).setTimeout(0);
  // If the parser were still attached, the server would wait for the headers of the refused message, which never
  // arrive, and would then close the connection.
  (connection as { parser?: { remove?: () => void } }).parser?.remove?.();
}

/** Returns the refused message from its first byte on. Its first two letters may have been in the previous packet. */
function refusedMessage({ bytesParsed = 0, rawPacket }: ParseError): Buffer | undefined {
  if (!rawPacket) return undefined;
  if (bytesParsed >= 2) return rawPacket.subarray(bytesParsed - 2);
  return Buffer.concat([METHOD.subarray(0, 2 - bytesParsed), rawPacket]);
}

function mayBeTest(message: Buffer): boolean {
  const length = Math.min(message.length, METHOD.length);
  return message.subarray(0, length).equals(METHOD.subarray(0, length));
}
