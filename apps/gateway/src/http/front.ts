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
 * What stands before everything else: security headers and CORS. OPTIONS is answered here. A service that answers with
 * pages sends a Content-Security-Policy of its own, which then takes the place of this one.
 * @param origins where programs in browsers may come from; `*` for anywhere. Cookies are never allowed for.
 */
export function front(origins: string[]): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      // Images of messages may be shown on other sites.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
    cors({
      origin: origins.includes('*') ? '*' : origins,
      credentials: false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders,
      maxAge: PREFLIGHT_SECONDS,
    }),
  ];
}
