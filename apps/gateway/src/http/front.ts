import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Headers of answers that programs in browsers may read. */
const exposedHeaders = [
  'Date',
  'ETag',
  'Retry-After',
  'X-Ignored',
  'X-Request-Id',
  ...['RateLimit', 'X-RateLimit'].flatMap((prefix) =>
    ['Limit', 'Remaining', 'Reset'].map((part) => `${prefix}-${part}`),
  ),
];
/** For how long a browser may remember the answer to a preflight, in seconds. */
const PREFLIGHT_SECONDS = 600;

/**
 * Runs before everything else: sets security and CORS headers, and answers OPTIONS. A service that answers pages sends
 * its own Content-Security-Policy, which replaces the one set here.
 * @param origins where programs in browsers may come from; `*` for anywhere. Cookies are never allowed.
 */
export function front(origins: string[]): RequestHandler {
  const isForAll = origins.includes('*');
  const security = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Images of messages may be shown on other sites.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  const crossOrigin = cors({
    origin: isForAll ? '*' : origins,
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders,
    maxAge: PREFLIGHT_SECONDS,
  });
  const always = headersSetBy(isForAll ? [security, crossOrigin] : [security]);
  return (request, response, next) => {
    for (const [name, value] of always) response.setHeader(name, value);
    if (isForAll && request.method !== 'OPTIONS') next();
    else crossOrigin(request, response, next);
  };
}

type HeaderHandler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** The headers that handlers set on the answer to every GET, whatever the request: computed once, at the start. */
function headersSetBy(handlers: readonly HeaderHandler[]): Map<string, number | string | readonly string[]> {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  const response = new ServerResponse(request);
  const headers = new Map<string, number | string | readonly string[]>();
  response.setHeader = (name, value) => {
    headers.set(name, value);
    return response;
  };
  for (const handle of handlers) {
    handle(request, response, (error) => {
      if (error) throw error as Error;
    });
  }
  return headers;
}
