import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Response headers that scripts in browsers may read. */
const exposedHeaders = [
  'Date',
  'Deprecation',
  'ETag',
  'Link',
  'Preference-Applied',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Ignored',
  'X-Request-Id',
  ...['RateLimit', 'X-RateLimit'].flatMap((prefix) =>
    ['Limit', 'Remaining', 'Reset'].map((part) => `${prefix}-${part}`),
  ),
];
/** How long a browser may cache the response to a preflight request, in seconds. */
const PREFLIGHT_SECONDS = 600;

/**
 * The first middleware. It sets security and CORS headers, and responds to OPTIONS requests. A service that returns
 * HTML pages sends its own Content-Security-Policy, which replaces the one set here.
 * @param origins the allowed origins of scripts in browsers, or `*` for all. Cookies are never allowed.
 */
export function front(origins: string[]): RequestHandler {
  const isForAll = origins.includes('*');
  const security = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Other sites may embed the images of messages.
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

/**
 * Returns the headers that these handlers set on the response to every GET. These headers do not
 * depend on the request, so the gateway computes them only once, when it starts.
 */
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
