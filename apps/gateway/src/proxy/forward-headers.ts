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

/** Headers that clients must not set. They include Expect, because the gateway itself answers it. */
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
  // The gateway's own span continues the client's trace, and its context is sent instead.
  'traceparent',
  'tracestate',
  'x-http-method-override',
  'x-original-url',
  'x-real-ip',
  'x-rewrite-url',
]);

/**
 * These headers are kept even if the Connection header lists them. Without them, the message would be cut, or merged
 * with the next message.
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

/** The headers that a Connection header names. They apply to one connection. Undefined if there are none. */
function namedByConnection(connection: string | undefined): Set<string> | undefined {
  // Nearly all requests have one of these values.
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}

/** Headers of every answer that the gateway sets itself. */
const answeredHere = new Set([...hopByHop, 'transfer-encoding', 'vary', REQUEST_ID_HEADER]);

/** Returns the headers of a service's answer that are forwarded to the client. */
export function answeredHeaders(received: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(received).filter(([name]) => !answeredHere.has(name) && !name.startsWith('access-control-')),
  );
}
