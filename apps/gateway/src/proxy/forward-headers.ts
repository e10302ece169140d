import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import {
  CLIENT_ADDRESS_HEADER,
  CLIENT_AUTHORIZATION_HEADER,
  DEADLINE_HEADER,
  REQUEST_ID_HEADER,
} from '@keyhaven/contracts/shared/headers';

/**
 * Headers that belong to one connection and not to the message. Transfer-Encoding belongs to the message's framing and
 * is handled separately.
 */
const hopByHop = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'upgrade'];

/** Client headers that are not forwarded. Expect is one of them, because the gateway itself handles it. */
const notForwarded = new Set([
  ...hopByHop,
  CLIENT_ADDRESS_HEADER,
  CLIENT_AUTHORIZATION_HEADER,
  DEADLINE_HEADER,
  'authorization',
  'baggage',
  'expect',
  'forwarded',
  'proxy-connection',
  // The gateway sends the context of its own span instead, which continues the client's trace.
  'traceparent',
  'tracestate',
  'x-http-method-override',
  'x-original-url',
  'x-real-ip',
  'x-rewrite-url',
]);

/**
 * These headers are forwarded even if the Connection header lists them. HTTP requires Host. Without
 * the other two headers, the service could not tell where the message ends.
 */
const framing = new Set(['content-length', 'transfer-encoding', 'host']);

/** The headers that the gateway adds to a request. */
interface OwnHeaders {
  token: string;
  requestId: string;
  deadline: number;
  /** The client's address. Set only on requests without credentials. */
  clientAddress?: string;
  /** The client's own Authorization header. Set only for routes that authenticate clients themselves. */
  clientAuthorization?: string;
}

/**
 * Returns the headers for a service: the client's headers, except those that are not forwarded, and the gateway's own.
 */
export function forwardedHeaders(sent: IncomingHttpHeaders, own: OwnHeaders): IncomingHttpHeaders {
  const named = namedByConnection(sent.connection);
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(sent)) {
    if (notForwarded.has(name) || name.startsWith('x-forwarded-')) continue;
    if (framing.has(name) || !named?.has(name)) headers[name] = value;
  }
  headers.authorization = `Bearer ${own.token}`;
  headers[REQUEST_ID_HEADER] = own.requestId;
  headers[DEADLINE_HEADER] = String(own.deadline);
  if (own.clientAddress !== undefined) headers[CLIENT_ADDRESS_HEADER] = own.clientAddress;
  if (own.clientAuthorization !== undefined) headers[CLIENT_AUTHORIZATION_HEADER] = own.clientAuthorization;
  return headers;
}

/**
 * The headers that a Connection header lists, because they apply to only one connection. Undefined
 * if the Connection header lists no headers.
 */
function namedByConnection(connection: string | undefined): Set<string> | undefined {
  // These are the usual values of the Connection header. They list no header.
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}

/**
 * Headers of a service's response that are not forwarded, because the gateway sets these headers
 * itself.
 */
const answeredHere = new Set([...hopByHop, 'transfer-encoding', 'vary', REQUEST_ID_HEADER]);

/** Returns the headers of a service's response that are forwarded to the client. */
export function answeredHeaders(received: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(received).filter(([name]) => !answeredHere.has(name) && !name.startsWith('access-control-')),
  );
}
