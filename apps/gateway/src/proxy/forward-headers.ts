import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { DEADLINE_HEADER, REQUEST_ID_HEADER } from '@keyhaven/contracts/shared/headers';

/**
 * Headers that apply to one connection and not to the message. Transfer-Encoding, which frames the message, is handled
 * separately.
 */
const hopByHop = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'upgrade'];

/** Headers that clients must not set, and Expect, which the gateway answers itself. */
const notForwarded = new Set([
  ...hopByHop,
  DEADLINE_HEADER,
  'authorization',
  'expect',
  'forwarded',
  'proxy-connection',
  'x-http-method-override',
  'x-original-url',
  'x-real-ip',
  'x-rewrite-url',
]);

/** A Connection header must not remove these: the message would be cut, or merged with the next one. */
const framing = new Set(['content-length', 'transfer-encoding', 'host']);

/** The headers that a service receives: the client's without those that are not forwarded, plus the gateway's own. */
export function forwardedHeaders(
  sent: IncomingHttpHeaders,
  own: { token: string; requestId: string; deadline: number },
): IncomingHttpHeaders {
  const named = new Set((sent.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept = Object.entries(sent).filter(
    ([name]) => !notForwarded.has(name) && !name.startsWith('x-forwarded-') && (framing.has(name) || !named.has(name)),
  );
  return {
    ...Object.fromEntries(kept),
    authorization: `Bearer ${own.token}`,
    [REQUEST_ID_HEADER]: own.requestId,
    [DEADLINE_HEADER]: String(own.deadline),
  };
}

/** The gateway sets these on all answers. */
const answeredHere = new Set([...hopByHop, 'transfer-encoding', 'vary', REQUEST_ID_HEADER]);

/** The headers of a service's answer that go to the client. */
export function answeredHeaders(received: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(received).filter(([name]) => !answeredHere.has(name) && !name.startsWith('access-control-')),
  );
}
